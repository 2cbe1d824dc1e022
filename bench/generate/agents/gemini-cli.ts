import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { baseName, writeIndex } from '../index-file.ts';
import type { AgentWriter, Recorder, Scene } from '../scene.ts';
import type { Step } from '../story.ts';

/** Chats in the shapes of Gemini CLI 0.61: a log of mutations, a message written again once its tools ran. */
export const geminiCli: AgentWriter = {
  name: 'gemini-cli',
  write(scene) {
    const id = scene.random.uuid();
    const { directory } = scene.request;
    const folder = scene.place('.gemini', 'tmp', baseName(directory));
    const minute = new Date(scene.now).toISOString().slice(0, 16).replace(':', '-');
    const path = `${folder}/chats/session-${minute}-${id.slice(0, 8)}.jsonl`;
    if (!existsSync(`${folder}/.project_root`)) scene.writeText(`${folder}/.project_root`, directory);
    writeIndex(scene.place('.gemini', 'projects.json'), 'projects', directory, baseName(directory));
    scene.writeLines(path, new GeminiRecorder(scene, id));
    return scene.made('gemini-cli', id, path);
  },
};

interface GeminiCall {
  name: string;
  args: object;
  output: string;
  display: unknown;
}

class GeminiRecorder implements Recorder {
  readonly #scene: Scene;
  readonly #sessionId: string;

  constructor(scene: Scene, sessionId: string) {
    this.#scene = scene;
    this.#sessionId = sessionId;
  }

  opening(): object[] {
    const { request, random, texts } = this.#scene;
    const projectHash = createHash('sha256').update(request.directory).digest('hex');
    const startTime = this.#scene.stamp();
    const context = `<session_context>\nThis is the Gemini CLI.\n${texts.prose(random, 1_500)}\n</session_context>`;
    const first = { id: random.hex(32), timestamp: startTime, type: 'user', content: [{ text: context }] };
    return [
      { sessionId: this.#sessionId, projectHash, startTime, lastUpdated: startTime, kind: 'main' },
      { $set: { messages: [first], lastUpdated: startTime } },
    ];
  }

  record(step: Step): object[] {
    const shown = (text: string): unknown =>
      text
        .split('\n')
        .slice(0, 30)
        .map((line) => [{ text: line, bold: false, italic: false, dim: false, fg: '#800000', bg: '' }]);
    switch (step.kind) {
      case 'request':
        return [this.#message('user', { content: [{ text: step.text }] }), this.#touched()];
      case 'say':
        return [this.#answer(step.text), this.#touched()];
      case 'think': {
        const thoughts = [{ subject: 'Next step', description: step.text, timestamp: this.#scene.stamp() }];
        return [{ ...this.#answer(''), thoughts }, this.#touched()];
      }
      case 'run': {
        const code = step.exitCode === 0 ? '' : `\nExit Code: ${step.exitCode}`;
        const output = `<untrusted_context>\nOutput: ${step.output}${code}\nProcess Group PGID: 4711\n</untrusted_context>`;
        const args = { command: step.command, description: 'Check the state' };
        return this.#call({ name: 'run_shell_command', args, output, display: shown(step.output) });
      }
      case 'read':
        return this.#call({
          name: 'read_file',
          args: { file_path: step.path },
          output: step.content,
          display: '',
        });
      case 'search':
        return this.#call({
          name: 'grep_search',
          args: { pattern: step.pattern },
          output: step.output,
          display: 'Found 12 matches',
        });
      case 'edit': {
        const args = {
          file_path: step.path,
          old_string: step.before,
          new_string: step.after,
          instruction: 'Correct the window',
        };
        return this.#call({
          name: 'replace',
          args,
          output: `Successfully modified file: ${step.path} (1 replacements).`,
          display: this.#diff(step.path, step.original, step.after),
        });
      }
      case 'write': {
        const args = { file_path: step.path, content: step.content };
        return this.#call({
          name: 'write_file',
          args,
          output: `Successfully created and wrote to new file: ${step.path}.`,
          display: this.#diff(step.path, '', step.content),
        });
      }
      case 'plan': {
        const todos = step.items.map(({ text, status }) => ({ description: text, status }));
        return this.#call({
          name: 'write_todos',
          args: { todos },
          output: 'Successfully updated the todo list.',
          display: { todos },
        });
      }
      case 'sub-agent': {
        const args = { prompt: step.task, agent_name: 'generalist' };
        const output = `Subagent 'generalist' finished.\nTermination Reason: GOAL\nResult:\n${step.answer}`;
        return this.#call({
          name: 'invoke_agent',
          args,
          output,
          display: {
            isSubagentProgress: true,
            agentName: 'generalist',
            state: 'completed',
            result: step.answer,
          },
        });
      }
      case 'compaction': {
        const snapshot = `<state_snapshot>\n${step.summary}\n</state_snapshot>`;
        const messages = [
          this.#message('user', { content: [{ text: snapshot }] }),
          this.#message('gemini', { content: [{ text: 'Got it. Thanks for the additional context!' }] }),
        ];
        return [{ $set: { messages } }];
      }
      case 'interruption':
        return [this.#message('info', { content: 'Request cancelled.' })];
    }
  }

  #message(type: string, body: object): object {
    return { id: this.#scene.random.uuid(), timestamp: this.#scene.stamp(), type, ...body };
  }

  #answer(content: string): object {
    const { random } = this.#scene;
    const input = random.integer(1_000, 90_000);
    const tokens = {
      input,
      output: random.integer(10, 900),
      cached: 512,
      thoughts: 8,
      tool: 0,
      total: input + 400,
    };
    return this.#message('gemini', { content, thoughts: [], tokens, model: 'gemini-3.8-flash' });
  }

  #call({ name, args, output, display }: GeminiCall): object[] {
    const id = `${name}__${name}_${this.#scene.now}_0`;
    const functionResponse = { id, name, response: { output } };
    const answer = this.#answer('');
    const call = {
      id,
      name,
      args,
      result: [{ functionResponse }],
      status: 'success',
      timestamp: this.#scene.stamp(),
      resultDisplay: display,
      description: name,
      displayName: name,
      renderOutputAsMarkdown: true,
    };
    return [
      answer,
      { ...answer, toolCalls: [call] },
      this.#message('user', { content: [{ functionResponse }] }),
      this.#touched(),
    ];
  }

  #diff(path: string, originalContent: string, newContent: string): object {
    const fileName = baseName(path);
    const fileDiff = `Index: ${fileName}\n--- ${fileName}\tCurrent\n+++ ${fileName}\tProposed\n@@ -1,4 +1,4 @@\n+${newContent.replaceAll('\n', '\n+')}`;
    const diffStat = {
      model_added_lines: newContent.split('\n').length,
      model_removed_lines: 0,
      user_added_lines: 0,
      user_removed_lines: 0,
    };
    return { fileDiff, fileName, filePath: path, originalContent, newContent, diffStat };
  }

  #touched(): object {
    return { $set: { lastUpdated: new Date(this.#scene.now).toISOString() } };
  }
}
