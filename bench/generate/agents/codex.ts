import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { PlanItem, Step } from '../story.ts';

/** Two generations of rollouts: `messages` as 0.98 wrote them, `items` as 0.171 does (a third stream, `item_completed`). */
export type CodexGeneration = 'messages' | 'items';

/** Outputs are cut by the agent before they go to the model. */
const LONGEST_OUTPUT_CHARS = 40_000;

/** Both generations in turn. */
export const codex: AgentWriter = {
  name: 'codex',
  write: (scene) => writeCodex(scene, scene.random.chance(0.5) ? 'items' : 'messages'),
};

export function codexOf(generation: CodexGeneration): AgentWriter {
  return { name: 'codex', write: (scene) => writeCodex(scene, generation) };
}

function writeCodex(scene: Scene, generation: CodexGeneration): ReturnType<AgentWriter['write']> {
  const id = scene.random.uuid();
  const path = rolloutPath(scene, id);
  scene.writeLines(path, new CodexRecorder(scene, id, generation));
  return scene.made('codex', id, path);
}

function rolloutPath(scene: Scene, id: string): string {
  const stamp = new Date(scene.now).toISOString().slice(0, 19);
  const [year, month, day] = stamp.slice(0, 10).split('-');
  return scene.place(
    '.codex',
    'sessions',
    year!,
    month!,
    day!,
    `rollout-${stamp.replaceAll(':', '-')}-${id}.jsonl`,
  );
}

class CodexRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #id: string;
  readonly #items: boolean;
  readonly #parentId: string | undefined;
  #turn = '';
  #ordinal = 0;

  constructor(scene: Scene, id: string, generation: CodexGeneration, parentId?: string) {
    this.#scene = scene;
    this.#id = id;
    this.#items = generation === 'items';
    this.#parentId = parentId;
  }

  opening(): object[] {
    const { directory } = this.#scene.request;
    const { random, texts } = this.#scene;
    const spawn = {
      parent_thread_id: this.#parentId,
      depth: 1,
      agent_path: '/root/helper',
      agent_nickname: 'Kepler',
      agent_role: null,
    };
    const repository = `git@git.example.com:acme/${directory.slice(directory.lastIndexOf('/') + 1)}.git`;
    const meta = {
      id: this.#id,
      timestamp: this.#scene.stamp(),
      cwd: directory,
      originator: this.#items ? 'codex-tui' : 'codex_cli_rs',
      cli_version: this.#items ? '0.171.0' : '0.98.0',
      source: this.#parentId === undefined ? 'cli' : { subagent: { thread_spawn: spawn } },
      ...(this.#parentId === undefined
        ? {}
        : { parent_thread_id: this.#parentId, thread_source: 'subagent' }),
      model_provider: 'openai',
      base_instructions: { text: texts.prose(random, Math.min(12_000, this.#scene.request.bytes / 8)) },
      git: { commit_hash: random.hex(40), branch: 'fix/label-window', repository_url: repository },
    };
    const rules = `# AGENTS.md instructions for ${directory}\n\n<INSTRUCTIONS>\n${texts.prose(random, 2_000)}\n</INSTRUCTIONS>`;
    const environment = `<environment_context>\n  <cwd>${directory}</cwd>\n  <shell>bash</shell>\n</environment_context>`;
    const permissions = `<permissions instructions>${texts.prose(random, 1_500)}</permissions instructions>`;
    return [
      this.#line('session_meta', meta),
      this.#message('developer', [permissions], 'input_text'),
      this.#message('user', [rules, environment], 'input_text'),
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return this.#request(step.text);
      case 'say':
        return [...this.#say(step.text), ...(step.endsTurn ? [this.#turnEnd(step.text)] : [])];
      case 'think':
        return this.#think(step.text);
      case 'run':
        return this.#execute(step.command, step.output, step.exitCode);
      case 'read':
        if (step.image) return this.#image(step.path, step.content);
        return this.#execute(`sed -n '1,240p' ${this.#relative(step.path)}`, step.content, 0);
      case 'search':
        return this.#execute(`rg -n "${step.pattern}" src`, step.output, 0);
      case 'edit':
        return this.#patch(step.path, 'update', step.before, step.after);
      case 'write':
        return this.#patch(step.path, 'add', '', step.content);
      case 'plan':
        return this.#plan(step.items);
      case 'sub-agent':
        return this.#subAgent(step);
      case 'compaction':
        return this.#compaction(step.summary);
      case 'interruption':
        return [this.#event('turn_aborted', { turn_id: this.#turn, reason: 'interrupted' })];
    }
  }

  #line(type: string, payload: object): object {
    const timestamp = this.#scene.stamp();
    const ordinal = this.#items ? { ordinal: this.#ordinal } : {};
    this.#ordinal += 1;
    return { timestamp, ...ordinal, type, payload };
  }

  #event(type: string, body: object): object {
    return this.#line('event_msg', { type, ...body });
  }

  #response(body: object): object {
    if (!this.#items) return this.#line('response_item', body);
    const metadata = {
      history_sequence: this.#ordinal,
      client_authored: false,
      model_search_state: 'unused',
    };
    const passed = { internal_chat_message_metadata_passthrough: { turn_id: this.#turn } };
    return this.#line('response_item', { ...body, ...passed, metadata });
  }

  #item(item: object): object {
    const at = this.#scene.now;
    const ids = { thread_id: this.#id, turn_id: this.#turn };
    return this.#event('item_completed', { ...ids, item, started_at_ms: at, completed_at_ms: at });
  }

  #message(role: string, texts: readonly string[], type: 'input_text' | 'output_text'): object {
    const content = texts.map((text) => ({ type, text }));
    return this.#response({ type: 'message', role, content });
  }

  #request(text: string): object[] {
    const { random } = this.#scene;
    this.#turn = random.uuid();
    const context = {
      turn_id: this.#turn,
      cwd: this.#scene.request.directory,
      approval_policy: 'on-request',
      sandbox_policy: { type: 'workspace-write', network_access: false, exclude_slash_tmp: false },
      model: 'gpt-5.5',
      effort: 'high',
      summary: 'auto',
    };
    const started = this.#event('task_started', { turn_id: this.#turn, model_context_window: 272_000 });
    const asked = this.#items
      ? this.#item({
          type: 'UserMessage',
          id: random.uuid(),
          content: [{ type: 'text', text, text_elements: [] }],
        })
      : this.#event('user_message', { message: text, images: [], local_images: [], text_elements: [] });
    return [started, this.#line('turn_context', context), this.#message('user', [text], 'input_text'), asked];
  }

  #say(text: string): object[] {
    const event = this.#items
      ? this.#item({
          type: 'AgentMessage',
          id: `msg_${this.#scene.random.token(24)}`,
          content: [{ type: 'Text', text }],
          phase: 'commentary',
        })
      : this.#event('agent_message', { message: text });
    return [event, this.#message('assistant', [text], 'output_text')];
  }

  #turnEnd(text: string): object {
    return this.#event('task_complete', {
      turn_id: this.#turn,
      last_agent_message: text,
      duration_ms: 90_000,
    });
  }

  #think(text: string): object[] {
    const { random, texts } = this.#scene;
    const short = text.slice(0, 300);
    const summary = [{ type: 'summary_text', text: short }];
    const encrypted = texts.opaque(random, random.integer(900, 7_000));
    const event = this.#items
      ? this.#item({
          type: 'Reasoning',
          id: `rs_${random.token(24)}`,
          summary_text: [short],
          raw_content: [],
        })
      : this.#event('agent_reasoning', { text: short });
    return [
      event,
      this.#response({ type: 'reasoning', summary, content: null, encrypted_content: encrypted }),
    ];
  }

  #execute(command: string, output: string, exitCode: number): object[] {
    const { random, request } = this.#scene;
    const cut = output.slice(0, LONGEST_OUTPUT_CHARS);
    const callId = `call_${random.token(24)}`;
    const call = {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: command, workdir: request.directory }),
      call_id: callId,
    };
    const records = [this.#response(call)];
    if (this.#items) {
      records.push(
        this.#item({
          type: 'CommandExecution',
          id: callId,
          command: ['/bin/bash', '-lc', command],
          cwd: `file://${request.directory}`,
          parsed_cmd: [{ type: 'unknown', cmd: command }],
          source: 'unified_exec_startup',
          status: exitCode === 0 ? 'completed' : 'failed',
          aggregated_output: output,
          exit_code: exitCode,
          duration: { secs: 0, nanos: random.integer(1_000, 900_000) },
        }),
      );
    }
    const header = `Chunk ID: ${random.hex(6)}\nWall time: 0.5000 seconds\nProcess exited with code ${exitCode}\nOriginal token count: ${cut.length >> 2}\nOutput:\n`;
    records.push(
      this.#response({ type: 'function_call_output', call_id: callId, output: header + cut }),
      this.#tokens(),
    );
    return records;
  }

  #patch(path: string, type: 'update' | 'add', before: string, after: string): object[] {
    const { random } = this.#scene;
    const callId = `call_${random.token(24)}`;
    const name = this.#relative(path);
    const sign = (text: string, mark: string): string =>
      text === ''
        ? ''
        : `${text
            .split('\n')
            .map((line) => mark + line)
            .join('\n')}\n`;
    const body = `${sign(before, '-')}${sign(after, '+')}`;
    const verb = type === 'add' ? 'Add' : 'Update';
    const input = `*** Begin Patch\n*** ${verb} File: ${name}\n${type === 'add' ? '' : '@@\n'}${body}*** End Patch`;
    const stdout = `Success. Updated the following files:\n${type === 'add' ? 'A' : 'M'} ${name}\n`;
    const change =
      type === 'add'
        ? { type, content: after }
        : { type, unified_diff: `@@ -1,6 +1,8 @@\n${body}`, move_path: null };
    const changes = { [path]: change };
    const event = this.#items
      ? this.#item({ type: 'FileChange', id: callId, changes, status: 'completed', stdout, stderr: '' })
      : this.#event('patch_apply_end', {
          call_id: callId,
          turn_id: this.#turn,
          stdout,
          stderr: '',
          success: true,
          changes,
        });
    const output = JSON.stringify({ output: stdout, metadata: { exit_code: 0, duration_seconds: 0 } });
    return [
      this.#response({
        type: 'custom_tool_call',
        status: 'completed',
        call_id: callId,
        name: 'apply_patch',
        input,
      }),
      event,
      this.#response({ type: 'custom_tool_call_output', call_id: callId, output }),
      this.#tokens(),
    ];
  }

  #plan(items: readonly PlanItem[]): object[] {
    const plan = items.map(({ text, status }) => ({ step: text, status }));
    return this.#call('update_plan', { plan }, 'Plan updated');
  }

  #call(name: string, input: object, output: unknown): object[] {
    const callId = `call_${this.#scene.random.token(24)}`;
    return [
      this.#response({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: callId }),
      this.#response({ type: 'function_call_output', call_id: callId, output }),
      this.#tokens(),
    ];
  }

  #image(path: string, base64: string): object[] {
    return this.#call('view_image', { path }, [
      { type: 'input_image', image_url: `data:image/png;base64,${base64}` },
    ]);
  }

  #subAgent(step: Extract<Step, { kind: 'sub-agent' }>): object[] {
    const scene = this.#scene;
    const id = scene.random.uuid();
    const path = rolloutPath(scene, id);
    const own = new CodexRecorder(scene, id, this.#items ? 'items' : 'messages', this.#id);
    const steps: Step[] = [
      { kind: 'request', text: step.task },
      ...step.steps,
      { kind: 'say', text: step.answer, endsTurn: true },
    ];
    scene.writeSteps(path, own, steps);
    const records = this.#call(
      'spawn_agent',
      { message: step.task, task_name: 'helper' },
      JSON.stringify({ agent_id: id }),
    );
    const activity = {
      type: 'SubAgentActivity',
      id: scene.random.uuid(),
      kind: 'started',
      agent_thread_id: id,
      agent_path: '/root/helper',
    };
    return this.#items ? [...records, this.#item(activity)] : records;
  }

  #compaction(summary: string): object[] {
    const { random } = this.#scene;
    const kept = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: this.#scene.story.title }],
    };
    const message = `Another language model started to solve this problem and left this summary: ${summary}`;
    const compacted = this.#line('compacted', { message, replacement_history: [kept] });
    const event = this.#items
      ? this.#item({ type: 'ContextCompaction', id: random.uuid() })
      : this.#event('context_compacted', {});
    return [compacted, event];
  }

  #tokens(): object {
    const { random } = this.#scene;
    const usage = (): object => ({
      input_tokens: random.integer(10_000, 900_000),
      cached_input_tokens: random.integer(1_000, 90_000),
      output_tokens: random.integer(40, 9_000),
      reasoning_output_tokens: random.integer(0, 900),
      total_tokens: random.integer(10_000, 999_000),
    });
    const window = (): object => ({
      used_percent: random.integer(1, 90),
      window_minutes: 300,
      resets_at: 1_790_000_000,
    });
    const info = { total_token_usage: usage(), last_token_usage: usage(), model_context_window: 272_000 };
    return this.#event('token_count', {
      info,
      rate_limits: {
        limit_id: 'codex',
        primary: window(),
        secondary: window(),
        credits: null,
        plan_type: 'plus',
      },
    });
  }

  #relative(path: string): string {
    return path.slice(this.#scene.request.directory.length + 1);
  }
}
