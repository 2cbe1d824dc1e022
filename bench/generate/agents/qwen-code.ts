import { baseName } from '../index-file.ts';
import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Chats in the shapes of Qwen Code 0.24: calls and results as records of their own, telemetry in between. */
export const qwenCode: AgentWriter = {
  name: 'qwen-code',
  write(scene) {
    const id = scene.random.uuid();
    const project = scene.request.directory.replace(/[^A-Za-z0-9]/g, '-');
    const path = scene.place('.qwen', 'projects', project, 'chats', `${id}.jsonl`);
    scene.writeLines(path, new QwenRecorder(scene, id));
    return scene.made('qwen-code', id, path);
  },
};

class QwenRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;
  #parent: string | null = null;

  constructor(scene: Scene, sessionId: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
  }

  opening(): object[] {
    return [this.#system('file_history_snapshot', { snapshots: [] })];
  }

  record(step: Step): object[] {
    switch (step.kind) {
      case 'request':
        return [
          this.#envelope('user', 'real_user', { message: { role: 'user', parts: [{ text: step.text }] } }),
        ];
      case 'say':
        return [this.#telemetry(step.text), this.#model([{ text: step.text }])];
      case 'think':
        return [this.#model([{ text: step.text, thought: true }])];
      case 'run': {
        const { exitCode, output } = step;
        const { directory } = this.#scene.request;
        const display = {
          type: 'shell_result',
          version: 1,
          directory,
          exitCode,
          signal: null,
          outcome: 'completed',
          output,
          text: output,
          error: null,
          truncated: false,
        };
        const said = `Command: ${step.command}\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${exitCode}\nSignal: (none)`;
        return this.#tool(
          'run_shell_command',
          { command: step.command, description: 'Check the state' },
          said,
          display,
        );
      }
      case 'read':
        return this.#tool('read_file', { file_path: step.path }, step.content, '');
      case 'search':
        return this.#tool('grep_search', { pattern: step.pattern }, step.output, 'Found matches');
      case 'edit': {
        const args = { file_path: step.path, old_string: step.before, new_string: step.after };
        return this.#tool(
          'edit',
          args,
          `The file: ${step.path} has been updated.`,
          this.#diff(step.path, step.original, step.after),
        );
      }
      case 'write': {
        const args = { file_path: step.path, content: step.content };
        return this.#tool(
          'write_file',
          args,
          `Successfully created and wrote to new file: ${step.path}.`,
          this.#diff(step.path, '', step.content),
        );
      }
      case 'plan': {
        const todos = step.items.map(({ text, status }, index) => ({
          content: text,
          status,
          id: String(index + 1),
        }));
        return this.#tool('todo_write', { todos }, 'Todos have been modified successfully.', {
          type: 'todo_list',
          todos,
        });
      }
      case 'sub-agent': {
        const args = { prompt: step.task, description: step.title, subagent_type: 'general-purpose' };
        return this.#tool('agent', args, step.answer, {
          type: 'task_execution',
          taskPrompt: step.task,
          status: 'completed',
          result: step.answer,
        });
      }
      case 'compaction': {
        const snapshot = {
          role: 'user',
          parts: [{ text: `<state_snapshot>${step.summary}</state_snapshot>` }],
        };
        return [
          this.#system('chat_compression', {
            info: { originalTokenCount: 150_000, newTokenCount: 4_000, compressionStatus: 1 },
            compressedHistory: [snapshot],
          }),
        ];
      }
      case 'interruption':
        // The agent itself leaves no other mark: the partial text, and no usage.
        return [this.#said([{ text: 'Next I will' }])];
    }
  }

  #envelope(type: string, provenance: string, body: object): object {
    const parentUuid = this.#parent;
    this.#parent = this.#scene.random.uuid();
    return {
      uuid: this.#parent,
      parentUuid,
      sessionId: this.#sessionId,
      timestamp: this.#scene.stamp(),
      type,
      provenance,
      cwd: this.#scene.request.directory,
      version: '0.24.4',
      gitBranch: 'main',
      ...body,
    };
  }

  #system(subtype: string, systemPayload: object): object {
    return this.#envelope('system', 'system', { subtype, systemPayload });
  }

  #telemetry(text: string): object {
    const { random } = this.#scene;
    const uiEvent = {
      'event.name': 'qwen-code.api_response',
      response_id: `chatcmpl-${random.token(24)}`,
      model: 'qwen3-coder-plus',
      status_code: 200,
      duration_ms: random.integer(300, 9_000),
      input_token_count: random.integer(1_000, 90_000),
      output_token_count: 80,
      response_text: text,
      prompt_id: `${this.#sessionId}########0`,
      auth_type: 'openai',
    };
    return this.#system('ui_telemetry', { uiEvent });
  }

  #model(parts: object[]): object {
    const usageMetadata = { promptTokenCount: 1_550, candidatesTokenCount: 80, totalTokenCount: 1_630 };
    return this.#said(parts, { usageMetadata });
  }

  #said(parts: object[], more: object = {}): object {
    const message = { role: 'model', parts };
    return this.#envelope('assistant', 'assistant_output', { model: 'qwen3-coder-plus', message, ...more });
  }

  #tool(name: string, args: object, output: string, resultDisplay: unknown): object[] {
    const id = `call_${this.#scene.random.token(24)}`;
    const call = this.#model([{ functionCall: { id, name, args } }]);
    const parts = [{ functionResponse: { id, name, response: { output } } }];
    const toolCallResult = { callId: id, status: 'success', resultDisplay, executionStatus: 'success' };
    const result = this.#envelope('tool_result', 'tool_result', {
      message: { role: 'user', parts },
      toolCallResult,
    });
    return [this.#telemetry(''), call, result];
  }

  #diff(path: string, originalContent: string, newContent: string): object {
    const fileDiff = `--- ${baseName(path)}\n+++ ${baseName(path)}\n@@ -1,4 +1,4 @@\n+${newContent.replaceAll('\n', '\n+')}`;
    return { fileDiff, fileName: baseName(path), filePath: path, originalContent, newContent };
  }
}
