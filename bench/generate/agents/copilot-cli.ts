import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

const MODEL = 'gpt-5.4';

/** Events in the shapes of Copilot CLI 1.0.102, with the session's `workspace.yaml`. */
export const copilotCli: AgentWriter = {
  name: 'copilot-cli',
  write(scene) {
    const id = scene.random.uuid();
    const { directory } = scene.request;
    const path = scene.place('.copilot', 'session-state', id, 'events.jsonl');
    const createdAt = new Date(scene.now).toISOString();
    scene.writeLines(path, new CopilotRecorder(scene, id));
    const facts = {
      id,
      cwd: directory,
      git_root: directory,
      branch: 'main',
      client_name: 'github/cli',
      name: scene.story.title,
      user_named: false,
      summary_count: 0,
      created_at: createdAt,
      updated_at: new Date(scene.now).toISOString(),
    };
    const yaml = Object.entries(facts).map(([name, value]) => `${name}: ${value}\n`);
    scene.writeText(scene.place('.copilot', 'session-state', id, 'workspace.yaml'), yaml.join(''));
    return scene.made('copilot-cli', id, path);
  },
};

class CopilotRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;
  #parent: string | null = null;
  #turn = 0;

  constructor(scene: Scene, sessionId: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
  }

  opening(): object[] {
    const { random, texts, request } = this.#scene;
    const startTime = this.#scene.stamp();
    const context = {
      cwd: request.directory,
      gitRoot: request.directory,
      branch: 'main',
      headCommit: random.hex(40),
    };
    return [
      this.#event('session.start', {
        sessionId: this.#sessionId,
        version: 1,
        producer: 'copilot-agent',
        copilotVersion: '1.0.102',
        startTime,
        selectedModel: MODEL,
        context,
      }),
      this.#event('session.model_change', { source: 'startup', newModel: MODEL, previousModel: MODEL }),
      this.#event('system.message', {
        role: 'system',
        content: texts.prose(random, Math.min(20_000, request.bytes / 8)),
      }),
    ];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request': {
        const transformedContent = `<current_datetime>${this.#scene.stamp()}</current_datetime>\n\n${step.text}`;
        return [
          this.#event('user.message', {
            content: step.text,
            transformedContent,
            messageId: this.#scene.random.uuid(),
            delivery: 'idle',
          }),
        ];
      }
      case 'say':
        return this.#turnOf([this.#message(step.text, [])]);
      case 'think':
        return this.#turnOf([this.#message('', [], step.text)]);
      case 'run': {
        const content = `${step.output}\n<shellId: 0 completed with exit code ${step.exitCode}>`;
        return this.#tool(
          'bash',
          { command: step.command, description: 'Check the state' },
          { content },
          { shellExecution: { exitCode: step.exitCode } },
        );
      }
      case 'read':
        return this.#tool(
          'view',
          { path: step.path },
          {
            content: step.content,
            detailedContent: `\ndiff --git a${step.path} b${step.path}\n${step.content}`,
          },
        );
      case 'search':
        return this.#tool('grep', { pattern: step.pattern }, { content: step.output });
      case 'edit':
        return this.#patch(
          step.path,
          'Update',
          'edit',
          `@@\n-${step.before.replaceAll('\n', '\n-')}\n+${step.after.replaceAll('\n', '\n+')}`,
        );
      case 'write':
        return this.#patch(step.path, 'Add', 'create', `+${step.content.replaceAll('\n', '\n+')}`);
      case 'plan': {
        const rows = step.items.map(({ text, status }, index) => `('task-${index}', '${text}', '${status}')`);
        const query = `INSERT OR REPLACE INTO todos (id, title, status) VALUES ${rows.join(', ')}`;
        return this.#tool(
          'sql',
          { description: 'Update todos', query },
          { content: `${rows.length} row(s) inserted.` },
        );
      }
      case 'sub-agent':
        return this.#tool(
          'task',
          { prompt: step.task, description: step.title, agent_type: 'explore' },
          { content: step.answer },
        );
      case 'compaction':
        return [
          this.#event('session.compaction_complete', {
            success: true,
            summaryContent: `<overview>${step.summary}</overview>`,
            trigger: 'auto',
          }),
        ];
      case 'interruption':
        return [this.#event('abort', { reason: 'user_abort' })];
    }
  }

  #event(type: string, data: object): object {
    const parentId = this.#parent;
    this.#parent = this.#scene.random.uuid();
    return { type, data, id: this.#parent, timestamp: this.#scene.stamp(), parentId };
  }

  #turnOf(events: object[]): object[] {
    this.#turn += 1;
    const turnId = String(this.#turn);
    const usage = {
      model: MODEL,
      inputTokens: 1_550,
      outputTokens: 80,
      cacheReadTokens: 512,
      reasoningTokens: 8,
      duration: 680,
    };
    return [
      ...events,
      this.#event('session.usage_record', { usage }),
      this.#event('assistant.turn_end', { turnId }),
    ];
  }

  #message(content: string, toolRequests: object[], reasoningText?: string): object {
    const reasoning =
      reasoningText === undefined
        ? {}
        : { reasoningText, reasoningOpaque: this.#scene.texts.opaque(this.#scene.random, 600) };
    return this.#event('assistant.message', {
      messageId: this.#scene.random.uuid(),
      model: MODEL,
      content,
      toolRequests,
      ...reasoning,
      phase: 'commentary',
    });
  }

  #tool(toolName: string, input: unknown, result: object, more: object = {}): object[] {
    const toolCallId = `call_${this.#scene.random.token(24)}`;
    const request = { toolCallId, name: toolName, arguments: input, type: 'function' };
    return this.#turnOf([
      this.#message('', [request]),
      this.#event('tool.execution_start', { toolCallId, toolName, arguments: input, model: MODEL }),
      this.#event('tool.execution_complete', {
        toolCallId,
        model: MODEL,
        ...more,
        success: true,
        result,
        toolTelemetry: { properties: {}, metrics: { context_token_limit: 922_000 } },
      }),
    ]);
  }

  #patch(path: string, verb: string, kind: string, body: string): object[] {
    const input = `*** Begin Patch\n*** ${verb} File: ${path}\n${body}\n*** End Patch`;
    return this.#tool(
      'apply_patch',
      input,
      { content: `${verb} 1 file(s): ${path}` },
      { fileEdits: [{ path, kind }] },
    );
  }
}
