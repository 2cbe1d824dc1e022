import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { baseName, writeIndex } from '../index-file.ts';
import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Wire logs in the shapes of Kimi Code 2.1, with `state.json` and the two index files. */
export const kimiCode: AgentWriter = {
  name: 'kimi-code',
  write(scene) {
    const id = `session_${scene.random.uuid()}`;
    const { directory } = scene.request;
    const workspace = `wd_${baseName(directory)}_${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
    const folder = scene.place('.kimi-code', 'sessions', workspace, id);
    const createdAt = scene.now;
    const path = `${folder}/agents/main/wire.jsonl`;
    scene.writeLines(path, new KimiRecorder(scene));
    const state = {
      id,
      version: 2,
      cwd: directory,
      archived: false,
      agents: { main: { homedir: `${folder}/agents/main`, type: 'main' } },
      custom: {},
      title: scene.story.title,
      lastTurnReason: 'cancelled',
      createdAt,
      updatedAt: scene.now,
      isCustomTitle: false,
    };
    scene.writeText(`${folder}/state.json`, JSON.stringify(state));
    writeIndex(scene.place('.kimi-code', 'workspaces.json'), 'workspaces', workspace, {
      root: directory,
      name: baseName(directory),
    });
    const line = JSON.stringify({ sessionId: id, sessionDir: folder, workDir: directory });
    appendFileSync(scene.place('.kimi-code', 'session_index.jsonl'), `${line}\n`);
    return scene.made('kimi-code', id, path);
  },
};

class KimiRecorder implements Recorder {
  readonly #scene: Scene;
  #turnId = -1;
  #step = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  opening(): object[] {
    const { random, texts, request } = this.#scene;
    const systemPrompt = texts.prose(random, Math.min(9_000, request.bytes / 8));
    return [
      { type: 'metadata', protocol_version: '1.5', created_at: this.#scene.now },
      this.#op('profile.bind', {
        modelAlias: 'kimi',
        profileName: 'default',
        systemPrompt,
        environmentDisclosure: { cwd: request.directory },
      }),
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return this.#request(step.text);
      case 'say': {
        const said = this.#part({ type: 'text', text: step.text });
        return step.endsTurn
          ? [said, this.#op('turn.ended', { turnId: this.#turnId, reason: 'completed', durationMs: 9_000 })]
          : [said];
      }
      case 'think':
        return [this.#part({ type: 'think', think: step.text })];
      case 'run': {
        const failed = step.exitCode !== 0;
        const output = failed
          ? `${step.output}\nCommand failed with exit code: ${step.exitCode}.`
          : step.output;
        const display = { kind: 'command', command: step.command, cwd: this.#scene.request.directory };
        return this.#tool('Bash', { command: step.command }, display, output, failed);
      }
      case 'read':
        return this.#tool(
          'Read',
          { path: step.path },
          { kind: 'file_io', operation: 'read', path: step.path },
          step.content,
        );
      case 'search':
        return this.#tool('Grep', { pattern: step.pattern }, { kind: 'search' }, step.output);
      case 'edit': {
        const display = {
          kind: 'file_io',
          operation: 'edit',
          path: step.path,
          before: step.before,
          after: step.after,
        };
        return this.#tool(
          'Edit',
          { path: step.path, old_string: step.before, new_string: step.after },
          display,
          'Edited.',
        );
      }
      case 'write': {
        const display = { kind: 'file_io', operation: 'write', path: step.path, content: step.content };
        return this.#tool('Write', { path: step.path, content: step.content }, display, 'Written.');
      }
      case 'plan': {
        const value = step.items.map(({ text, status }) => ({
          title: text,
          status: status === 'completed' ? 'done' : status,
        }));
        const call = this.#tool(
          'TodoList',
          { todos: value },
          { kind: 'todo_list', items: value },
          'Todo list updated.',
        );
        return [...call, this.#op('tools.update_store', { key: 'todo', value })];
      }
      case 'sub-agent':
        return this.#tool(
          'Agent',
          { prompt: step.task, description: step.title },
          { kind: 'agent_call', prompt: step.task },
          step.answer,
        );
      case 'compaction':
        return [this.#op('context.apply_compaction', { summary: step.summary })];
      case 'interruption':
        return [this.#op('turn.ended', { turnId: this.#turnId, reason: 'cancelled', durationMs: 12_000 })];
    }
  }

  #op(type: string, body: object): object {
    return { type, agentId: 'main', ...body, time: this.#scene.later() };
  }

  #request(text: string): object[] {
    this.#turnId += 1;
    const input = [{ type: 'text', text }];
    const promptId = `msg_${this.#scene.random.token(26)}`;
    const origin = { kind: 'user' };
    return [
      this.#op('turn.prompt', { input, origin, promptId, turnId: this.#turnId }),
      this.#op('context.append_message', {
        message: { role: 'user', content: input, id: promptId, toolCalls: [], origin },
      }),
    ];
  }

  #loop(event: object): object {
    return this.#op('context.append_loop_event', { event });
  }

  #part(part: object): object {
    return this.#loop({
      type: 'content.part',
      uuid: this.#scene.random.uuid(),
      turnId: String(this.#turnId),
      step: this.#step,
      part,
    });
  }

  #tool(name: string, args: object, display: object, output: string, isError = false): object[] {
    const { random } = this.#scene;
    const uuid = random.uuid();
    const toolCallId = `call_${random.token(24)}`;
    this.#step += 1;
    const at = { turnId: String(this.#turnId), step: this.#step };
    const usage = { inputOther: 3_838, output: 59, inputCacheRead: 512, inputCacheCreation: 0 };
    return [
      this.#loop({ type: 'step.begin', uuid: random.uuid(), ...at }),
      this.#op('usage.record', { model: 'kimi', usage, usageScope: 'turn' }),
      this.#loop({ type: 'tool.call', uuid, ...at, toolCallId, name, args, display }),
      this.#loop({
        type: 'tool.result',
        parentUuid: uuid,
        toolCallId,
        result: { output, ...(isError ? { isError } : {}), durationMs: 19 },
      }),
      this.#loop({ type: 'step.end', uuid: random.uuid(), ...at, finishReason: 'tool_use', usage }),
    ];
  }
}
