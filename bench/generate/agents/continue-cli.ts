import { existsSync, readFileSync } from 'node:fs';
import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Sessions in the shapes of Continue's `cn` 1.5: one document each, and one list of all. */
export const continueCli: AgentWriter = {
  name: 'continue-cli',
  write(scene) {
    const id = scene.random.uuid();
    const { directory } = scene.request;
    const dateCreated = String(scene.now);
    const history = scene.collect(new ContinueRecorder(scene));
    const title = scene.story.title;
    const path = scene.place('.continue', 'sessions', `${id}.json`);
    const usage = { totalCost: 0.04, promptTokens: 43_250, completionTokens: 915 };
    scene.writeText(
      path,
      JSON.stringify({ sessionId: id, title, workspaceDirectory: directory, history, usage }, null, 2),
    );
    const list = scene.place('.continue', 'sessions', 'sessions.json');
    const others = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as object[]) : [];
    const entry = {
      sessionId: id,
      title,
      dateCreated,
      workspaceDirectory: directory,
      messageCount: history.length,
    };
    scene.writeText(list, JSON.stringify([...others, entry], null, 2));
    return scene.made('continue-cli', id, path);
  },
};

class ContinueRecorder implements Recorder {
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  opening(): object[] {
    return [];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return [{ message: { role: 'user', content: step.text }, contextItems: [], editorState: step.text }];
      case 'say':
        return [{ message: { role: 'assistant', content: step.text }, contextItems: [] }];
      case 'run':
        return [this.#tool('Bash', { command: step.command }, step.output, step.exitCode === 0)];
      case 'read':
        return [this.#tool('Read', { filepath: step.path }, step.content)];
      case 'search':
        return [this.#tool('Search', { pattern: step.pattern }, step.output)];
      case 'edit':
        return [
          this.#tool(
            'Edit',
            { file_path: step.path, old_string: step.before, new_string: step.after },
            'Edited.',
          ),
        ];
      case 'write':
        return [this.#tool('Write', { filepath: step.path, content: step.content }, 'Written.')];
      case 'plan': {
        const lines = step.items.map(
          ({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`,
        );
        return [this.#tool('Checklist', { checklist: lines.join('\n') }, 'Task list status updated.')];
      }
      case 'compaction':
        return [
          {
            message: { role: 'assistant', content: '' },
            contextItems: [],
            conversationSummary: step.summary,
          },
        ];
      case 'think':
      case 'sub-agent':
      case 'interruption':
        return [];
    }
  }

  #tool(name: string, parsedArgs: object, content: string, succeeded = true): object {
    const id = `call_${this.#scene.random.token(24)}`;
    this.#scene.later();
    const toolCall = { id, type: 'function', function: { name, arguments: JSON.stringify(parsedArgs) } };
    const output = [{ content, name: 'Tool Result', description: 'Tool execution result' }];
    const state = { toolCallId: id, toolCall, status: succeeded ? 'done' : 'errored', parsedArgs, output };
    return {
      message: { role: 'assistant', content: '', toolCalls: [toolCall] },
      contextItems: [],
      toolCallStates: [state],
    };
  }
}
