import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Sessions in the shapes of Droid 0.225, with the settings file beside each. */
export const droid: AgentWriter = {
  name: 'droid',
  write(scene) {
    const id = scene.random.uuid();
    const folder = scene.place('.factory', 'sessions', scene.request.directory.replace(/[^A-Za-z0-9]/g, '-'));
    const path = `${folder}/${id}.jsonl`;
    scene.writeLines(path, new DroidRecorder(scene, id));
    const tokenUsage = { inputTokens: 26_130, outputTokens: 734, cacheReadTokens: 5_120 };
    scene.writeText(
      `${folder}/${id}.settings.json`,
      JSON.stringify({ model: 'custom:Model-0', interactionMode: 'auto', tokenUsage }, null, 2),
    );
    return scene.made('droid', id, path);
  },
};

class DroidRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;
  #parent: string | undefined;

  constructor(scene: Scene, sessionId: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
  }

  opening(): object[] {
    const { request, story } = this.#scene;
    return [
      {
        type: 'session_start',
        id: this.#sessionId,
        title: story.title,
        owner: 'dev',
        version: 2,
        cwd: request.directory,
        isSessionTitleManuallySet: false,
      },
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return [this.#message('user', [{ type: 'text', text: step.text }])];
      case 'say': {
        const said = this.#message('assistant', [{ type: 'text', text: step.text }]);
        return step.endsTurn
          ? [
              said,
              { type: 'agent_turn_outcome', turnId: this.#parent, reason: 'completed', resultKind: 'text' },
            ]
          : [said];
      }
      case 'think':
        return [
          this.#message('assistant', [
            { type: 'thinking', thinking: step.text, signature: 'reasoning_content' },
          ]),
        ];
      case 'run': {
        const failed = step.exitCode !== 0;
        const content = failed
          ? `Error: Command failed (exit code: ${step.exitCode})\n${step.output}`
          : `${step.output}\n\n[Process exited with code 0]`;
        return this.#tool(
          'Execute',
          { command: step.command, summary: 'Check the state', riskLevel: 'low' },
          content,
          failed,
        );
      }
      case 'read':
        return this.#tool('Read', { file_path: step.path }, step.content);
      case 'search':
        return this.#tool('Grep', { pattern: step.pattern }, step.output);
      case 'edit':
        return this.#tool(
          'Edit',
          { file_path: step.path, old_str: step.before, new_str: step.after },
          'File edited.',
        );
      case 'write':
        return this.#tool('Create', { file_path: step.path, content: step.content }, 'File created.');
      case 'plan':
        return this.#tool(
          'TodoWrite',
          {
            todos: step.items.map(({ text, status }, index) => ({
              id: String(index),
              content: text,
              status,
            })),
          },
          'TODO List Updated',
        );
      case 'sub-agent':
        return this.#tool(
          'Task',
          { prompt: step.task, description: step.title, subagent_type: 'general-purpose' },
          step.answer,
        );
      case 'compaction':
        return [
          {
            type: 'compaction_state',
            id: this.#scene.random.uuid(),
            timestamp: this.#scene.stamp(),
            summaryText: step.summary,
          },
        ];
      case 'interruption':
        return [];
    }
  }

  #message(role: string, content: object[]): object {
    const parent = this.#parent === undefined ? {} : { parentId: this.#parent };
    this.#parent = this.#scene.random.uuid();
    return {
      type: 'message',
      id: this.#parent,
      ...parent,
      timestamp: this.#scene.stamp(),
      message: { role, content },
    };
  }

  #tool(name: string, input: object, content: string, failed = false): object[] {
    const id = `call_${this.#scene.random.token(24)}`;
    const call = this.#message('assistant', [{ type: 'tool_use', id, name, input }]);
    return [
      call,
      this.#message('user', [{ type: 'tool_result', tool_use_id: id, is_error: failed, content }]),
    ];
  }
}
