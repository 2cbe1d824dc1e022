import type { ToolSet } from 'ai';
import { PraisonError } from '../errors.ts';

/** Tools of the MCP servers that run for an agent. */
export interface ConnectedTools {
  tools: ToolSet;
  /** Ends the servers. */
  close(): Promise<void>;
}

/** How long a server may take to start and to say what it can, in milliseconds. */
const START_TIMEOUT_MS = 30_000;
/** The agent's own limit for a tool ends a call earlier; the SDK's default of a minute would end builds. */
const CALL_TIMEOUT_MS = 24 * 3_600_000;
const MOST_PAGES = 50;
const MOST_COMPLAINT_CHARS = 500;

/**
 * Starts each command as an MCP server on its standard input and output, and lists its tools. When one fails, those
 * that were started before are ended.
 *
 * @param commands as typed in a shell: words, quotes, backslashes; nothing else of a shell's
 * @throws PraisonError `tool-server-failed`
 */
export async function connectMcpServers(
  commands: readonly string[],
  directory: string,
): Promise<ConnectedTools> {
  const servers: ConnectedTools[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    for (const command of commands) servers.push(await connect(command, directory));
  } catch (error) {
    await close();
    throw error;
  }
  const tools: ToolSet = {};
  servers.forEach((server, index) => {
    // Two servers may have tools of one name: the later one's gets its server's number.
    for (const [name, tool] of Object.entries(server.tools))
      tools[Object.hasOwn(tools, name) ? `${name}_${index + 1}` : name] = tool;
  });
  return { tools, close };
}

async function connect(command: string, directory: string): Promise<ConnectedTools> {
  const [program, ...words] = commandWords(command);
  if (program === undefined)
    throw new PraisonError('invalid-argument', 'The command of an MCP server is empty.');
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { dynamicTool, jsonSchema } = await import('ai');
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const transport = new StdioClientTransport({
    command: program,
    args: words,
    env,
    cwd: directory,
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (piece: Buffer) => {
    complaints = `${complaints}${piece.toString('utf8')}`.slice(-MOST_COMPLAINT_CHARS);
  });
  const client = new Client({ name: 'praisonai', version: '1' });
  try {
    await client.connect(transport, { timeout: START_TIMEOUT_MS });
    const tools: ToolSet = {};
    for (const { name, description, inputSchema } of await listTools(client)) {
      tools[name] = dynamicTool({
        ...(description === undefined ? {} : { description }),
        inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
        execute: (input, { abortSignal }) => callTool(client, name, input, abortSignal),
        toModelOutput: ({ output }) => ({ type: 'text', value: resultText(output) }),
      });
    }
    return { tools, close: () => client.close() };
  } catch (cause) {
    await client.close();
    const words = (cause as Error).message;
    throw new PraisonError('tool-server-failed', `The MCP server did not start: ${command}`, {
      hints: [complaints.trim() || words, 'Run the command by itself to see what it says.'],
      facts: { command },
      cause,
    });
  }
}

type McpClient = InstanceType<typeof import('@modelcontextprotocol/sdk/client/index.js').Client>;

async function listTools(
  client: McpClient,
): Promise<{ name: string; description?: string | undefined; inputSchema: object }[]> {
  const tools = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, {
      timeout: START_TIMEOUT_MS,
    });
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

async function callTool(
  client: McpClient,
  name: string,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const options = { timeout: CALL_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  return client.callTool({ name, arguments: input as Record<string, unknown> }, undefined, options);
}

/** The text of a result; what is no text is named. */
function resultText(result: unknown): string {
  const { content, structuredContent } = result as { content?: unknown; structuredContent?: unknown };
  const parts = Array.isArray(content) ? (content as { type?: string; text?: string }[]) : [];
  const text = parts
    .map((part) => (part.type === 'text' ? (part.text ?? '') : `[${part.type ?? 'part'} left out]`))
    .join('\n');
  if (text !== '' || structuredContent === undefined) return text || 'Done.';
  return JSON.stringify(structuredContent);
}

/** The words of a command line, by the quoting rules that shells share. @throws PraisonError `invalid-argument` */
export function commandWords(command: string): string[] {
  const words: string[] = [];
  const word = /(?:[^\s"'\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/y;
  let position = 0;
  for (;;) {
    position += /^\s*/.exec(command.slice(position))?.[0].length ?? 0;
    if (position >= command.length) return words;
    word.lastIndex = position;
    const found = word.exec(command)?.[0];
    if (found === undefined)
      throw new PraisonError('invalid-argument', `A quotation mark is not closed: ${command}`);
    words.push(unquoted(found));
    position += found.length;
  }
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, single, double, escaped) => {
    if (single !== undefined) return single as string;
    if (double !== undefined) return (double as string).replace(/\\(["\\$`])/g, '$1');
    return escaped as string;
  });
}
