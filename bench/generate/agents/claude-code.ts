import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { PlanItem, Step } from '../story.ts';

const VERSION = '2.1.37';
const MODEL = 'claude-sonnet-4-5-20250929';

/** Longer outputs of Bash are cut by the agent itself. */
const LONGEST_BASH_CHARS = 30_000;

/**
 * Transcripts in the shapes of Claude Code 2.1.1x-2.1.4x: one record per content block, results with their structured
 * twin, progress records (a third of all lines), task tools, sub-agents in files of their own.
 */
export const claudeCode: AgentWriter = {
  name: 'claude-code',
  write(scene) {
    const id = scene.random.uuid();
    const folder = scene.place('.claude', 'projects', scene.request.directory.replace(/[^A-Za-z0-9]/g, '-'));
    const path = `${folder}/${id}.jsonl`;
    scene.writeLines(path, new ClaudeRecorder(scene, id, `${folder}/${id}/subagents`));
    return scene.made('claude-code', id, path);
  },
};

class ClaudeRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;
  readonly #agentFolder: string;
  readonly #agentId: string | undefined;
  #parent: string | null = null;
  /** Blocks of one answer share these two. */
  #message = '';
  #request = '';
  #tasks: PlanItem[] = [];
  #createdTasks = 0;
  #titled = false;

  constructor(scene: Scene, sessionId: string, agentFolder: string, agentId?: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
    this.#agentFolder = agentFolder;
    this.#agentId = agentId;
  }

  opening(): object[] {
    if (this.#agentId !== undefined) return [];
    return [
      this.#snapshot(),
      this.#progress('hook', { hookEvent: 'SessionStart', hookName: 'SessionStart:startup' }),
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return this.#ask(step.text);
      case 'say': {
        const said = this.#assistant({ type: 'text', text: step.text });
        if (!step.endsTurn) return [said];
        const durationMs = this.#scene.random.integer(4_000, 400_000);
        return [
          said,
          this.#envelope({ type: 'system', subtype: 'turn_duration', durationMs, isMeta: false }),
        ];
      }
      case 'think': {
        const signature = this.#scene.texts.opaque(
          this.#scene.random,
          this.#scene.random.integer(300, 1_800),
        );
        return [this.#assistant({ type: 'thinking', thinking: step.text, signature })];
      }
      case 'run':
        return this.#run(step);
      case 'read': {
        if (step.image) return this.#image(step.path, step.content);
        const numbered = step.content
          .split('\n')
          .map((line, index) => `${String(index + 1).padStart(6)}→${line}`);
        const numLines = numbered.length;
        const file = {
          filePath: step.path,
          content: step.content,
          numLines,
          startLine: 1,
          totalLines: numLines,
        };
        return this.#tool('Read', { file_path: step.path }, numbered.join('\n'), { type: 'text', file });
      }
      case 'search': {
        const numLines = step.output.split('\n').length;
        const input = { pattern: step.pattern, path: this.#scene.request.directory, output_mode: 'content' };
        const result = { mode: 'content', numFiles: 0, filenames: [], content: step.output, numLines };
        return this.#tool('Grep', input, step.output, result);
      }
      case 'edit':
        return this.#edit(step);
      case 'write': {
        const result = {
          type: 'create',
          filePath: step.path,
          content: step.content,
          structuredPatch: [],
          originalFile: null,
        };
        const said = `File created successfully at: ${step.path}`;
        return this.#tool('Write', { file_path: step.path, content: step.content }, said, result);
      }
      case 'plan':
        return this.#plan(step.items);
      case 'sub-agent':
        return this.#subAgent(step);
      case 'compaction':
        return this.#compaction(step.summary);
      case 'interruption':
        return [this.#user([{ type: 'text', text: '[Request interrupted by user]' }])];
    }
  }

  #ask(text: string): object[] {
    const asked = this.#user(text, { todos: [], permissionMode: 'default' });
    if (this.#agentId !== undefined) return [asked];
    const records = [this.#snapshot(), asked];
    if (!this.#titled)
      records.push({ type: 'ai-title', aiTitle: this.#scene.story.title, sessionId: this.#sessionId });
    this.#titled = true;
    return records;
  }

  #envelope(own: object, parent = this.#parent): object {
    const uuid = this.#scene.random.uuid();
    this.#parent = uuid;
    return {
      parentUuid: parent,
      isSidechain: this.#agentId !== undefined,
      userType: 'external',
      cwd: this.#scene.request.directory,
      sessionId: this.#sessionId,
      version: VERSION,
      gitBranch: 'fix/label-window',
      ...(this.#agentId === undefined ? {} : { agentId: this.#agentId }),
      slug: 'patient-sorting-crane',
      ...own,
      uuid,
      timestamp: this.#scene.stamp(),
    };
  }

  #user(content: unknown, more: object = {}): object {
    this.#message = '';
    return this.#envelope({ type: 'user', message: { role: 'user', content }, ...more });
  }

  #assistant(block: object): object {
    const { random } = this.#scene;
    if (this.#message === '') {
      this.#message = `msg_01${random.token(22)}`;
      this.#request = `req_01${random.token(22)}`;
    }
    const usage = {
      input_tokens: random.integer(1, 12),
      cache_creation_input_tokens: random.integer(100, 8_000),
      cache_read_input_tokens: random.integer(9_000, 150_000),
      cache_creation: { ephemeral_5m_input_tokens: random.integer(100, 8_000), ephemeral_1h_input_tokens: 0 },
      output_tokens: random.integer(1, 900),
      service_tier: 'standard',
    };
    const message = { model: MODEL, id: this.#message, type: 'message', role: 'assistant', content: [block] };
    return this.#envelope({
      message: { ...message, stop_reason: null, stop_sequence: null, usage },
      requestId: this.#request,
      type: 'assistant',
    });
  }

  #tool(
    name: string,
    input: object,
    content: unknown,
    toolUseResult: unknown,
    between: (id: string) => object[] = () => [],
  ): object[] {
    const id = `toolu_01${this.#scene.random.token(22)}`;
    const call = this.#assistant({ type: 'tool_use', id, name, input });
    const caller = this.#parent;
    const progress = between(id);
    const failed = typeof toolUseResult === 'string' ? { is_error: true } : {};
    const block = { tool_use_id: id, type: 'tool_result', content, ...failed };
    const result = this.#user([block], { toolUseResult, sourceToolAssistantUUID: caller });
    return [call, ...progress, result];
  }

  #run(step: Extract<Step, { kind: 'run' }>): object[] {
    const output = step.output.slice(0, LONGEST_BASH_CHARS);
    const failed = step.exitCode !== 0;
    const content = failed ? `Exit code ${step.exitCode}\n${output}` : output;
    const twin = failed
      ? `Error: ${content}`
      : { stdout: output, stderr: '', interrupted: false, isImage: false };
    const input = { command: step.command, description: 'Check the state' };
    return this.#tool('Bash', input, content, twin, (id) => [
      this.#progress('hook', { hookEvent: 'PreToolUse', hookName: 'PreToolUse:Bash' }, id),
      ...Array.from({ length: Math.min(4, Math.floor(step.seconds / 10)) }, (_, index) =>
        this.#progress(
          'bash',
          {
            output: output.slice(0, 200),
            fullOutput: output.slice(0, 400),
            elapsedTimeSeconds: index * 10 + 2,
            totalLines: 8,
          },
          id,
        ),
      ),
    ]);
  }

  #image(path: string, base64: string): object[] {
    const source = { type: 'base64', data: base64, media_type: 'image/png' };
    const file = { base64, type: 'image/png', originalSize: base64.length };
    return this.#tool('Read', { file_path: path }, [{ type: 'image', source }], { type: 'image', file });
  }

  #edit(step: Extract<Step, { kind: 'edit' }>): object[] {
    const { path, before, after, original } = step;
    const lines = [
      ...before.split('\n').map((line) => `-${line}`),
      ...after.split('\n').map((line) => `+${line}`),
    ];
    const structuredPatch = [{ oldStart: 12, oldLines: 6, newStart: 12, newLines: 8, lines }];
    const twin = {
      filePath: path,
      oldString: before,
      newString: after,
      originalFile: original,
      structuredPatch,
      userModified: false,
      replaceAll: false,
    };
    const input = { file_path: path, old_string: before, new_string: after, replace_all: false };
    return this.#tool('Edit', input, `The file ${path} has been updated.`, twin);
  }

  /** Creates what is new, then moves each task whose status changed. */
  #plan(items: readonly PlanItem[]): object[] {
    const records: object[] = [];
    const same =
      items.length === this.#tasks.length &&
      items.every((item, index) => item.text === this.#tasks[index]!.text);
    if (!same) {
      this.#tasks = items.map((item) => ({ text: item.text, status: 'pending' }));
      for (const { text } of this.#tasks) {
        this.#createdTasks += 1;
        const id = String(this.#createdTasks);
        const input = { subject: text, description: text, activeForm: text };
        records.push(
          ...this.#tool('TaskCreate', input, `Task #${id} created successfully: ${text}`, {
            task: { id, subject: text },
          }),
        );
      }
    }
    items.forEach((item, index) => {
      const task = this.#tasks[index]!;
      if (task.status === item.status) return;
      const taskId = String(this.#createdTasks - this.#tasks.length + index + 1);
      const statusChange = { from: task.status, to: item.status };
      const twin = { success: true, taskId, updatedFields: ['status'], statusChange };
      records.push(
        ...this.#tool('TaskUpdate', { taskId, status: item.status }, `Updated task #${taskId} status`, twin),
      );
      task.status = item.status;
    });
    return records;
  }

  #subAgent(step: Extract<Step, { kind: 'sub-agent' }>): object[] {
    const scene = this.#scene;
    const agentId = `a${scene.random.hex(16)}`;
    const own = new ClaudeRecorder(scene, this.#sessionId, this.#agentFolder, agentId);
    const steps: Step[] = [
      { kind: 'request', text: step.task },
      ...step.steps,
      { kind: 'say', text: step.answer, endsTurn: false },
    ];
    scene.writeSteps(`${this.#agentFolder}/agent-${agentId}.jsonl`, own, steps);
    scene.writeText(
      `${this.#agentFolder}/agent-${agentId}.meta.json`,
      JSON.stringify({ agentType: 'Explore', description: step.title }),
    );
    const content = [{ type: 'text', text: step.answer }];
    const twin = {
      status: 'completed',
      prompt: step.task,
      agentId,
      content,
      totalDurationMs: 80_000,
      totalTokens: 61_000,
      totalToolUseCount: step.steps.length,
    };
    const input = { description: step.title, prompt: step.task, subagent_type: 'Explore' };
    return this.#tool('Task', input, content, twin, (id) =>
      step.steps.map((inner) => {
        const text = 'output' in inner ? inner.output : 'content' in inner ? inner.content : step.task;
        const message = {
          type: 'user',
          message: { role: 'user', content: [{ type: 'tool_result', content: text }] },
        };
        return this.#progress('agent', { message, normalizedMessages: [], prompt: step.task, agentId }, id);
      }),
    );
  }

  #compaction(summary: string): object[] {
    const last = this.#parent;
    const compactMetadata = { trigger: 'auto', preTokens: this.#scene.random.integer(150_000, 170_000) };
    const boundary = this.#envelope(
      {
        logicalParentUuid: last,
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        isMeta: false,
        level: 'info',
        compactMetadata,
      },
      null,
    );
    const text = `This session continues an earlier conversation. Summary:\n1. Primary Request and Intent: ${summary}`;
    return [boundary, this.#user(text, { isVisibleInTranscriptOnly: true, isCompactSummary: true })];
  }

  #progress(kind: 'hook' | 'bash' | 'agent', data: object, toolUse = this.#scene.random.uuid()): object {
    return this.#envelope({
      type: 'progress',
      data: {
        type: `${kind}_progress`,
        ...data,
        ...(kind === 'hook'
          ? { command: 'node "$CLAUDE_PROJECT_DIR"/scripts/check-session.mjs --quiet' }
          : {}),
      },
      toolUseID: `${kind}-progress-0`,
      parentToolUseID: toolUse,
    });
  }

  #snapshot(): object {
    const messageId = this.#scene.random.uuid();
    const snapshot = { messageId, trackedFileBackups: {}, timestamp: this.#scene.stamp() };
    return { type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false };
  }
}
