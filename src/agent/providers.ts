/** A service that speaks OpenAI's chat completions. */
export interface CompatibleServer {
  url: string;
  /** Variable that names another address of it. */
  urlVariable?: string;
  /** Variables that may hold its key; none for a server that wants none. */
  keys: readonly string[];
}

export const COMPATIBLE_SERVERS: Readonly<Record<string, CompatibleServer>> = {
  ollama: { url: 'http://localhost:11434/v1', urlVariable: 'OLLAMA_BASE_URL', keys: ['OLLAMA_API_KEY'] },
  lmstudio: { url: 'http://localhost:1234/v1', urlVariable: 'LMSTUDIO_BASE_URL', keys: ['LMSTUDIO_API_KEY'] },
  openrouter: { url: 'https://openrouter.ai/api/v1', keys: ['OPENROUTER_API_KEY'] },
  groq: { url: 'https://api.groq.com/openai/v1', keys: ['GROQ_API_KEY'] },
  mistral: { url: 'https://api.mistral.ai/v1', keys: ['MISTRAL_API_KEY'] },
  deepseek: { url: 'https://api.deepseek.com/v1', keys: ['DEEPSEEK_API_KEY'] },
  xai: { url: 'https://api.x.ai/v1', keys: ['XAI_API_KEY'] },
};

export const PROVIDER_NAMES: readonly string[] = [
  'openai',
  'anthropic',
  'google',
  ...Object.keys(COMPATIBLE_SERVERS),
];

/** A server on this machine or in its network: one that usually wants no key. */
export function isLocalServer(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (!host.includes('.') && !host.includes(':')) return true;
  return (
    /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$)/.test(host) ||
    /\.(?:local|internal|localhost|lan)$/.test(host) ||
    /^(?:::1|f[cd][0-9a-f]{2}:.*)$/.test(host)
  );
}
