import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the scripted model saw it. */
export interface SeenRequest {
  model: string;
  messages: SeenMessage[];
  tools: string[];
  headers: Record<string, string | string[] | undefined>;
}

export interface SeenMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** What the scripted model answers. */
export interface Reply {
  text?: string;
  calls?: { name: string; input?: unknown; rawArguments?: string; id?: string }[];
  /** An answer that is an error. */
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Sends the text, then: ends without a finish, drops the connection, sends what is no JSON, goes silent. */
  breaks?: 'cut' | 'reset' | 'malformed' | 'silence';
  finish?: string;
  promptTokens?: number;
}

export type Script = (request: SeenRequest, index: number) => Reply | string | Promise<Reply | string>;

export interface ModelServer {
  /** For OPENAI_BASE_URL. */
  url: string;
  requests: SeenRequest[];
  close(): Promise<void>;
}

/** A server on loopback that speaks OpenAI's streaming chat completions, and answers by a script. */
export async function startModelServer(script: Script | readonly (Reply | string)[]): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const answer: Script =
    typeof script === 'function' ? script : (_, index) => script[index] ?? 'nothing left to say';
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    const parsed = JSON.parse(body) as {
      model: string;
      messages: RawMessage[];
      tools?: { function: { name: string } }[];
    };
    const seen: SeenRequest = {
      model: parsed.model,
      messages: parsed.messages.map(plainMessage),
      tools: (parsed.tools ?? []).map((tool) => tool.function.name),
      headers: request.headers,
    };
    requests.push(seen);
    const reply = await answer(seen, requests.length - 1);
    send(response, typeof reply === 'string' ? { text: reply } : reply, requests.length);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type RawMessage = Omit<SeenMessage, 'content'> & { content: string | { text?: string }[] | null };

function plainMessage(message: RawMessage): SeenMessage {
  const { content } = message;
  return {
    ...message,
    content: Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content,
  };
}

function send(response: ServerResponse, reply: Reply, number: number): void {
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: `status ${reply.status}` } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (choice: object, extra: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: `c${number}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [choice], ...extra })}\n\n`,
    );
  const delta = (fields: object) => write({ index: 0, delta: fields, finish_reason: null });
  delta({ role: 'assistant', content: '' });
  for (const piece of (reply.text ?? '').match(/\s*\S+\s*/g) ?? []) delta({ content: piece });
  if (reply.breaks === 'cut') return void response.end();
  if (reply.breaks === 'reset') return void setTimeout(() => response.destroy(), 20);
  if (reply.breaks === 'malformed') response.write('data: {"choices": [{"del\n\n');
  if (reply.breaks === 'silence') return;
  reply.calls?.forEach((call, index) => {
    const text = call.rawArguments ?? JSON.stringify(call.input ?? {});
    const id = call.id ?? `call_${number}_${index}`;
    delta({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: text } }] });
  });
  write({
    index: 0,
    delta: {},
    finish_reason: reply.finish ?? (reply.calls?.length ? 'tool_calls' : 'stop'),
  });
  const prompt = reply.promptTokens ?? 100;
  response.write(
    `data: ${JSON.stringify({ id: `c${number}`, choices: [], usage: { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
