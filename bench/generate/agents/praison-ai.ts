import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** A PraisonAI message is a chat's: tool outputs come to the agent already cut. */
const LONGEST_CONTENT = 1_200;

/**
 * PraisonAI's own JSON store, as the Python implementation writes it: `sessions/<id>.json` for sessions of no project, else
 * `sessions/projects/<project id>/<id>.json`.
 */
export function praisonAi(projectId?: string): AgentWriter {
  const folder = projectId === undefined ? [] : ['projects', projectId];
  return {
    name: 'praisonai',
    write(scene) {
      const id = `run-${scene.random.hex(10)}`;
      const path = scene.place('.praisonai', 'sessions', ...folder, `${id}.json`);
      scene.writeText(path, `${JSON.stringify(praisonDocument(scene, id), null, 2)}`);
      return scene.made('praisonai', id, path);
    },
  };
}

function praisonDocument(scene: Scene, id: string): object {
  const createdAt = isoSeconds(scene.now);
  const messages = scene.collect(new PraisonRecorder(scene), 3_000);
  const criteria = {
    outcome: `${scene.story.title} without a late label`,
    verification: 'npm test passes',
    constraints: ['never touch src/legacy/'],
  };
  const goalState = {
    goal: scene.story.title,
    criteria,
    status: 'active',
    turns_used: 3,
    max_turns: 20,
    last_verdict: 'continue',
    last_reason: 'one label test still fails',
    consecutive_parse_failures: 0,
  };
  const tokens = scene.random.integer(9_000, 90_000);
  const metadata = {
    goal_state: goalState,
    model: 'gpt-4o',
    total_tokens: tokens,
    cost: 0.014,
    agent_name: 'coder',
  };
  return {
    session_id: id,
    messages,
    created_at: createdAt,
    updated_at: isoSeconds(scene.now),
    agent_name: 'coder',
    user_id: null,
    metadata,
    gateway_session_id: null,
    agent_id: null,
    runtime_state: {},
    archived_messages: [],
    last_compaction: {
      summary: scene.texts.prose(scene.random, 600),
      message_index: 2,
      role: 'system',
      tokens_before: 0,
      tokens_after: 0,
      timestamp: scene.now / 1000,
      metadata: {},
    },
    model: 'gpt-4o',
    total_tokens: tokens,
    cost: 0.014,
  };
}

/** Python's `isoformat()`, with an offset instead of `Z`. */
function isoSeconds(time: number): string {
  return new Date(time).toISOString().replace('Z', '000+00:00');
}

class PraisonRecorder implements Recorder {
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
        return [this.#message('user', step.text)];
      case 'say':
        return [this.#message('assistant', step.text)];
      case 'run':
        return this.#tool(
          'execute_command',
          { command: step.command },
          `${step.output}\nexit code ${step.exitCode}`,
        );
      case 'read':
        return this.#tool('read_file', { filepath: step.path }, step.content);
      case 'search':
        return this.#tool('search', { query: step.pattern }, step.output);
      case 'edit':
        return this.#tool(
          'edit_file',
          { filepath: step.path, old: cut(step.before), new: cut(step.after) },
          'Edited.',
        );
      case 'write':
        return this.#tool('write_file', { filepath: step.path, content: cut(step.content) }, 'Written.');
      case 'sub-agent':
        return this.#tool('delegate', { task: step.task }, step.answer);
      case 'think':
      case 'plan':
      case 'compaction':
      case 'interruption':
        return [];
    }
  }

  #message(role: string, content: string, more: object = {}): object {
    return { role, content: cut(content), timestamp: this.#scene.later() / 1000, metadata: {}, ...more };
  }

  #tool(name: string, input: object, output: string): object[] {
    const id = `call_${this.#scene.random.hex(8)}`;
    const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
    return [
      this.#message('assistant', '', { tool_calls: [call] }),
      this.#message('tool', output, { tool_call_id: id }),
    ];
  }
}

/** The newest part of a text is at its end: an exit code must stay. */
function cut(text: string): string {
  return text.length <= LONGEST_CONTENT
    ? text
    : `${text.slice(0, LONGEST_CONTENT - 200)}\n[...]\n${text.slice(-180)}`;
}
