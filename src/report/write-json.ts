// JSON text that is safe to print: characters that could control a terminal or hide text are escaped; the data is the
// same. Used by the JSON and SARIF reports, and by witnesses.

/** JSON.stringify escapes the control characters of ASCII only. */
const HIDDEN = /[\u007f-\u009f\u00ad]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(HIDDEN, escapeUnits)}\n`;
}

/** A text as JSON and YAML quote it. */
export const quote = (text: string): string => JSON.stringify(text).replace(HIDDEN, escapeUnits);

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
