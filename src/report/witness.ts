// Witnesses in the YAML format 2.0 of the verification competition: what a verdict rests on, for other tools to check.
// From the facts of a proof, or the way of a run, to text.

import { writeYaml } from './write-yaml.js';

/** The task that the witness belongs to. */
export interface WitnessTask {
  /** Names of the input files, with their SHA-256 hashes. */
  readonly files: readonly { readonly name: string; readonly hash: string }[];
  readonly specification: string;
  readonly dataModel: 'ILP32' | 'LP64';
  readonly version: string;
  readonly uuid: string;
  /** By ISO 8601. */
  readonly time: string;
}

export interface WitnessPlace {
  readonly file: string;
  readonly line: number;
  /** Absent: the leftmost that is possible in the line. */
  readonly column?: number;
}

export interface Witness {
  readonly kind: 'violation';
  /** What nondeterministic calls return, in the order of execution. */
  readonly returns: readonly { readonly place: WitnessPlace; readonly value: number | bigint }[];
  readonly target: WitnessPlace;
}

export interface CorrectnessWitness {
  readonly kind: 'correctness';
  readonly invariants: readonly {
    readonly place: WitnessPlace;
    readonly function: string;
    readonly expression: string;
  }[];
}

export function formatWitness(witness: Witness | CorrectnessWitness, task: WitnessTask): string {
  const type = witness.kind === 'violation' ? 'violation_sequence' : 'invariant_set';
  const content = witness.kind === 'violation' ? segmentsOf(witness) : invariantsOf(witness);
  return writeYaml([{ entry_type: type, metadata: metadataOf(task), content }]);
}

const metadataOf = ({ files, specification, dataModel, version, uuid, time }: WitnessTask) => ({
  format_version: '2.0',
  uuid,
  creation_time: time,
  producer: { name: 'caulk', version },
  task: {
    input_files: files.map((f) => f.name),
    input_file_hashes: Object.fromEntries(files.map((f) => [f.name, f.hash])),
    specification,
    data_model: dataModel,
    language: 'C',
  },
});

const locationOf = ({ file, line, column }: WitnessPlace) => ({
  file_name: file,
  line,
  ...(column === undefined ? {} : { column }),
});

/** A segment per call, then the violation. */
const segmentsOf = ({ returns, target }: Witness) => [
  ...returns.map(({ place, value }) =>
    follow({
      type: 'function_return',
      location: locationOf(place),
      constraint: { value: `\\result == ${value}`, format: 'acsl_expression' },
    }),
  ),
  follow({ type: 'target', location: locationOf(target) }),
];

const follow = <W extends { readonly type: string }>({ type, ...rest }: W) => ({
  segment: [{ waypoint: { type, action: 'follow', ...rest } }],
});

const invariantsOf = ({ invariants }: CorrectnessWitness) =>
  invariants.map(({ place, function: name, expression }) => ({
    invariant: {
      type: 'loop_invariant',
      location: { ...locationOf(place), function: name },
      value: expression,
      format: 'c_expression',
    },
  }));
