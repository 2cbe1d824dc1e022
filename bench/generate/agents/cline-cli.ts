import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Sessions in the shapes of Cline CLI 3: one document with the messages, one with the session's facts. */
export const clineCli: AgentWriter = {
  name: 'cline-cli',
  write(scene) {
    const startedAt = new Date(scene.now).toISOString();
    const id = `${scene.now}_${scene.random.token(5)}`;
    const folder = scene.place('.cline', 'data', 'sessions', id);
    const { directory } = scene.request;
    const messages = scene.collect(new ClineRecorder(scene), 5_000);
    const updatedAt = new Date(scene.now).toISOString();
    const document = {
      version: 1,
      updated_at: updatedAt,
      agent: 'lead',
      sessionId: id,
      origin: { source: 'cli', mode: 'user', sessionId: id, version: '3.0.65' },
      messages,
      system_prompt: scene.texts.prose(scene.random, 4_000),
    };
    const path = `${folder}/${id}.messages.json`;
    scene.writeText(path, JSON.stringify(document, null, 2));
    const metadata = { source: 'cli', mode: 'act', git: { branch: 'main' }, title: scene.story.title };
    const facts = {
      version: 1,
      session_id: id,
      source: 'cli',
      started_at: startedAt,
      status: 'running',
      interactive: false,
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      cwd: directory,
      workspace_root: directory,
      prompt: scene.story.title,
      metadata,
      messages_path: path,
    };
    scene.writeText(`${folder}/${id}.json`, JSON.stringify(facts, null, 2));
    return scene.made('cline-cli', id, path);
  },
};

class ClineRecorder implements Recorder {
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
        return [
          this.#message('user', [{ type: 'text', text: `<user_input mode="act">${step.text}</user_input>` }]),
        ];
      case 'say':
        return [this.#message('assistant', [{ type: 'text', text: step.text }])];
      case 'think':
        return [this.#message('assistant', [{ type: 'thinking', thinking: step.text }])];
      case 'run': {
        const result =
          step.exitCode === 0 ? step.output : `${step.output}\n[Command exited with code ${step.exitCode}]`;
        return this.#tool(
          'run_commands',
          { commands: [step.command] },
          step.command,
          result,
          step.exitCode === 0,
        );
      }
      case 'read':
        return this.#tool('read_files', { files: [{ path: step.path }] }, step.path, step.content);
      case 'search':
        return this.#tool('search_codebase', { queries: [step.pattern] }, step.pattern, step.output);
      case 'edit':
        return this.#tool(
          'editor',
          { path: step.path, old_text: step.before, new_text: step.after },
          step.path,
          'Edited.',
        );
      case 'write':
        return this.#tool('editor', { path: step.path, new_text: step.content }, step.path, 'Created.');
      case 'sub-agent':
        return this.#tool('spawn_agent', { task: step.task }, step.title, step.answer);
      case 'plan':
      case 'compaction':
      case 'interruption':
        return [];
    }
  }

  #message(role: string, content: object[]): object {
    return { id: `msg_${this.#scene.random.token(8)}`, role, content, ts: this.#scene.later() };
  }

  #tool(name: string, input: object, query: string, result: string, success = true): object[] {
    const id = `call_${this.#scene.random.token(24)}`;
    const content = [{ query, result, success }];
    const call = this.#message('assistant', [{ type: 'tool_use', id, name, input }]);
    return [call, this.#message('user', [{ type: 'tool_result', tool_use_id: id, name, content }])];
  }
}
