import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Sessions in the shapes of pi 1.6: a tree of entries, here with one branch. */
export const pi: AgentWriter = {
  name: 'pi',
  write(scene) {
    const id = scene.random.uuid();
    const { directory } = scene.request;
    const folder = `--${directory.slice(1).replaceAll('/', '-')}--`;
    const stamp = new Date(scene.now).toISOString().replace(/[:.]/g, '-');
    const path = scene.place('.pi', 'agent', 'sessions', folder, `${stamp}_${id}.jsonl`);
    scene.writeLines(path, new PiRecorder(scene, id));
    return scene.made('pi', id, path);
  },
};

class PiRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;
  #parent: string | null = null;

  constructor(scene: Scene, sessionId: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
  }

  opening(): object[] {
    const cwd = this.#scene.request.directory;
    return [
      { type: 'session', version: 3, id: this.#sessionId, timestamp: this.#scene.stamp(), cwd },
      this.#entry('model_change', { provider: 'anthropic', modelId: 'claude-sonnet-4-5' }),
      this.#entry('thinking_level_change', { thinkingLevel: 'off' }),
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return [this.#message({ role: 'user', content: [{ type: 'text', text: step.text }] })];
      case 'say':
        return [this.#assistant([{ type: 'text', text: step.text }], step.endsTurn ? 'stop' : 'toolUse')];
      case 'think':
        return [
          this.#assistant(
            [{ type: 'thinking', thinking: step.text, thinkingSignature: 'reasoning_content' }],
            'toolUse',
          ),
        ];
      case 'run': {
        const failed = step.exitCode !== 0;
        const output = failed ? `${step.output}\n\nCommand exited with code ${step.exitCode}` : step.output;
        return this.#tool('bash', { command: step.command }, output, failed);
      }
      case 'read':
        return this.#tool('read', { path: step.path }, step.content);
      case 'search':
        return this.#tool('bash', { command: `rg -n ${step.pattern} src` }, step.output);
      case 'edit': {
        const edits = [{ oldText: step.before, newText: step.after }];
        const diff = step.after
          .split('\n')
          .map((line, index) => `+${index} ${line}`)
          .join('\n');
        return this.#tool(
          'edit',
          { path: step.path, edits },
          `Successfully replaced text in ${step.path}.`,
          false,
          { diff, patch: diff },
        );
      }
      case 'write':
        return this.#tool(
          'write',
          { path: step.path, content: step.content },
          `Successfully wrote ${step.path}`,
        );
      case 'plan': {
        const list = step.items.map(
          ({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`,
        );
        return [this.#assistant([{ type: 'text', text: `Plan:\n${list.join('\n')}` }], 'toolUse')];
      }
      case 'sub-agent':
        return this.#tool('bash', { command: `pi -p "${step.title}"` }, step.answer);
      case 'compaction': {
        const details = { readFiles: [], modifiedFiles: [] };
        return [
          this.#entry('compaction', {
            summary: step.summary,
            firstKeptEntryId: this.#parent,
            tokensBefore: 150_000,
            details,
            fromHook: false,
          }),
        ];
      }
      case 'interruption':
        return [this.#assistant([{ type: 'text', text: 'Next I will' }], 'aborted')];
    }
  }

  #entry(type: string, body: object): object {
    const parentId = this.#parent;
    this.#parent = this.#scene.random.hex(8);
    return { type, id: this.#parent, parentId, timestamp: this.#scene.stamp(), ...body };
  }

  #message(message: object): object {
    return this.#entry('message', { message: { ...message, timestamp: this.#scene.now } });
  }

  #assistant(content: object[], stopReason: string): object {
    const cost = { input: 0.01, output: 0.01, cacheRead: 0, cacheWrite: 0, total: 0.02 };
    const usage = { input: 1_038, output: 80, cacheRead: 512, cacheWrite: 0, totalTokens: 1_630, cost };
    return this.#message({
      role: 'assistant',
      content,
      api: 'anthropic-messages',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      usage,
      stopReason,
    });
  }

  #tool(name: string, input: object, output: string, isError = false, details: object = {}): object[] {
    const id = `call_${this.#scene.random.token(24)}`;
    const call = this.#assistant([{ type: 'toolCall', id, name, arguments: input }], 'toolUse');
    const content = [{ type: 'text', text: output }];
    return [
      call,
      this.#message({ role: 'toolResult', toolCallId: id, toolName: name, content, details, isError }),
    ];
  }
}
