// The extension: starts the server, shows the heap at the cursor in a panel, steps through traces, tells its state.
// Everything that knows C is in the server.

import {
  commands,
  type ExtensionContext,
  Position,
  Range,
  Selection,
  StatusBarAlignment,
  type StatusBarItem,
  type TextEditor,
  Uri,
  type WebviewView,
  window,
  workspace,
} from 'vscode';
import { LanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient/node';
import { panelDocument, type Shown, stepTo } from './panel.js';

/** An answer of the server to a command. */
interface Told {
  readonly text: string;
  readonly svg?: string;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly message: string;
}

let extension: Extension | null = null;

export async function activate(context: ExtensionContext): Promise<void> {
  extension = new Extension(context);
  await extension.start();
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
  extension = null;
}

/** A cursor that moves on is not asked about. */
const PAUSE_MS = 250;

class Extension {
  private readonly client = makeClient();
  private readonly status: StatusBarItem;
  private view: WebviewView | null = null;
  private clock: NodeJS.Timeout | null = null;
  private steps: readonly Step[] = [];
  private at = 0;

  constructor(context: ExtensionContext) {
    this.status = window.createStatusBarItem(StatusBarAlignment.Left);
    const own: Record<string, () => unknown> = {
      'caulk.heapHere': () => this.showHeap(),
      'caulk.nextStep': () => this.step(1),
      'caulk.previousStep': () => this.step(-1),
      'caulk.proveHere': () => this.askAboutFunction('caulk.proveFunction'),
      'caulk.runHere': () => this.askAboutFunction('caulk.runFunction'),
      'caulk.restart': () => this.client.restart(),
    };
    context.subscriptions.push(
      this.status,
      ...Object.entries(own).map(([name, run]) => commands.registerCommand(name, run)),
      window.registerWebviewViewProvider('caulk.heap', { resolveWebviewView: (view) => this.open(view) }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor)),
      this.client.onDidChangeState(({ newState }) => this.tell(newState)),
    );
  }

  async start(): Promise<void> {
    this.client.middleware.executeCommand = async (command, given, next) =>
      this.take(command, (await next(command, given)) as Told);
    await this.client.start();
  }

  stop(): Promise<void> {
    return this.client.stop();
  }

  private tell(state: State): void {
    this.status.text =
      state === State.Running ? 'caulk' : state === State.Starting ? '$(sync~spin) caulk' : '$(error) caulk';
    this.status.show();
  }

  /** Commands that lenses and actions start answer here, too. */
  private take(command: string, told: Told | null): Told | null {
    if (told?.steps) {
      this.steps = told.steps;
      this.at = -1;
      void this.step(1);
    } else if (told && command !== 'caulk.showHeap') void window.showInformationMessage(told.text.slice(0, 600));
    return told;
  }

  private open(view: WebviewView): void {
    this.view = view;
    view.onDidDispose(() => {
      this.view = null;
    });
    void this.showHeap();
  }

  private follow(editor: TextEditor): void {
    if (!this.view?.visible || editor.document.languageId !== 'c') return;
    if (!workspace.getConfiguration('caulk').get('followCursor')) return;
    if (this.clock) clearTimeout(this.clock);
    this.clock = setTimeout(() => void this.showHeap(), PAUSE_MS);
  }

  private async showHeap(): Promise<void> {
    const editor = window.activeTextEditor;
    if (!editor) return;
    if (!this.view) await commands.executeCommand('caulk.heap.focus');
    const { line } = editor.selection.active;
    const told = await this.ask('caulk.showHeap', editor.document.uri.toString(), line);
    if (told) this.show({ title: `before line ${line + 1}`, text: told.text, svg: told.svg });
  }

  private async step(by: 1 | -1): Promise<void> {
    if (this.steps.length === 0) return;
    this.at = stepTo(this.at, by, this.steps.length);
    const { uri, range, message } = this.steps[this.at]!;
    const editor = await window.showTextDocument(Uri.parse(uri), { preserveFocus: true });
    const place = new Position(range.start.line, range.start.character);
    editor.selection = new Selection(place, place);
    editor.revealRange(new Range(place, place));
    const told = await this.ask('caulk.showHeap', uri, range.start.line);
    this.show({
      title: `step ${this.at + 1} of ${this.steps.length}: ${message}`,
      text: told?.text ?? '',
      svg: told?.svg,
    });
  }

  /** The function is named by the last line in front of the cursor that begins in the first column with a name and a parenthesis. */
  private async askAboutFunction(command: string): Promise<void> {
    const editor = window.activeTextEditor;
    if (!editor) return;
    for (let line = editor.selection.active.line; line >= 0; line--) {
      const [, name] = /^(?![\s#/}])(?:.*?[\s*])?(\w+)\s*\(/.exec(editor.document.lineAt(line).text) ?? [];
      if (!name) continue;
      this.take(command, await this.ask(command, editor.document.uri.toString(), name));
      return;
    }
  }

  private ask(command: string, ...given: unknown[]): Promise<Told | null> {
    return this.client.sendRequest('workspace/executeCommand', { command, arguments: given });
  }

  private show(shown: Shown): void {
    if (this.view) this.view.webview.html = panelDocument(shown);
  }
}

function makeClient(): LanguageClient {
  const { path, compileCommands, flags } = workspace.getConfiguration('caulk') as unknown as Record<string, unknown>;
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: 'file', language: 'c' }],
    initializationOptions: { compileCommands, flags, pictures: 'images' },
    synchronize: { configurationSection: 'caulk' },
  };
  return new LanguageClient('caulk', 'caulk', { command: String(path ?? 'caulk'), args: ['lsp', '--stdio'] }, options);
}
