import type { LanguageModel } from 'ai';
import { PraisonError } from '../errors.ts';
import { COMPATIBLE_SERVERS, isLocalServer, PROVIDER_NAMES } from './providers.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** A model by its name, as `provider/model`. */
export interface ModelName {
  provider: string;
  /** The provider's own name of it. */
  model: string;
}

export interface ResolvedModel {
  model: LanguageModel;
  name: ModelName;
}

/** Python's default, so that a key or a server alone is enough to begin. */
const DEFAULT_MODEL = 'gpt-4o-mini';

/**
 * The model to use: the first of those given that is not blank, else `PRAISONAI_MODEL`, `OPENAI_MODEL_NAME` or
 * `MODEL_NAME`, else OpenAI's default where its key or another server is set.
 *
 * @throws PraisonError `no-model`
 */
export function chooseModel(given: readonly (string | undefined)[], variables: Variables): string {
  const names = [
    ...given,
    variables['PRAISONAI_MODEL'],
    variables['OPENAI_MODEL_NAME'],
    variables['MODEL_NAME'],
  ];
  const chosen = names.find((name) => name !== undefined && name.trim() !== '')?.trim();
  if (chosen !== undefined) return chosen;
  if (variables['OPENAI_API_KEY'] || serverUrl(variables)) return DEFAULT_MODEL;
  throw new PraisonError('no-model', 'No model is configured.', {
    hints: [
      'Set OPENAI_API_KEY, or OPENAI_BASE_URL for another OpenAI-compatible server (a local one needs no key),',
      'or name a model: --model provider/model, or PRAISONAI_MODEL=provider/model',
      `Providers: ${PROVIDER_NAMES.join(', ')}`,
    ],
  });
}

/**
 * Splits a name. Without a provider it is guessed from the model's family, else OpenAI's. What stands before a slash is
 * no provider where another server is set and the name is not one that we know (`meta-llama/Llama-3-70b`).
 */
export function parseModelName(name: string, variables: Variables): ModelName {
  const slash = name.indexOf('/');
  if (slash <= 0) return { provider: guessProvider(name), model: name };
  const prefix = name.slice(0, slash).toLowerCase();
  const provider = prefix === 'gemini' ? 'google' : prefix;
  if (!PROVIDER_NAMES.includes(provider) && serverUrl(variables)) return { provider: 'openai', model: name };
  return { provider, model: name.slice(slash + 1) };
}

function guessProvider(model: string): string {
  if (/^claude-/i.test(model)) return 'anthropic';
  return /^gemini-/i.test(model) ? 'google' : 'openai';
}

/** Loads the provider's package and makes the model; no request is sent. @throws PraisonError */
export async function resolveModel(name: string, variables: Variables): Promise<ResolvedModel> {
  const parsed = parseModelName(name, variables);
  if (parsed.model === '') {
    throw new PraisonError('unknown-model', `No model after the provider: ${name}`, {
      hints: [`Give both: ${parsed.provider}/MODEL`],
    });
  }
  return { model: await load(parsed, variables), name: parsed };
}

async function load({ provider, model }: ModelName, variables: Variables): Promise<LanguageModel> {
  switch (provider) {
    case 'openai':
      return loadOpenAi(model, variables);
    case 'anthropic': {
      const apiKey = keyOf('Anthropic', ['ANTHROPIC_API_KEY'], variables);
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey, ...baseUrl(variables['ANTHROPIC_BASE_URL'], '/v1') })(model);
    }
    case 'google': {
      const keys = ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'];
      const apiKey = keyOf('Google', keys, variables);
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ apiKey, ...baseUrl(variables['GOOGLE_GEMINI_BASE_URL'], '/v1beta') })(
        model,
      );
    }
    default:
      return loadOther(provider, model, variables);
  }
}

function serverUrl(variables: Variables): string | undefined {
  return variables['OPENAI_BASE_URL'] || variables['OPENAI_API_BASE'] || undefined;
}

async function loadOpenAi(model: string, variables: Variables): Promise<LanguageModel> {
  const server = serverUrl(variables);
  if (server !== undefined) return loadCompatible('openai', model, server, ['OPENAI_API_KEY'], variables);
  const apiKey = keyOf('OpenAI', ['OPENAI_API_KEY'], variables);
  const { createOpenAI } = await import('@ai-sdk/openai');
  // Chat completions: its history is plain messages, which is what a session holds.
  return createOpenAI({ apiKey }).chat(model);
}

async function loadCompatible(
  provider: string,
  model: string,
  url: string,
  keys: readonly string[],
  variables: Variables,
): Promise<LanguageModel> {
  if (!URL.canParse(url)) {
    throw new PraisonError('invalid-argument', `Not the URL of a server: ${url}`, {
      hints: ['It looks like http://localhost:11434/v1'],
    });
  }
  const key = isLocalServer(url) ? firstSet(keys, variables) : keyOf(provider, keys, variables);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const server = createOpenAICompatible({
    name: provider,
    baseURL: url,
    includeUsage: true,
    ...(key === undefined ? {} : { apiKey: key }),
  });
  return server.chatModel(model);
}

async function loadOther(provider: string, model: string, variables: Variables): Promise<LanguageModel> {
  const server = COMPATIBLE_SERVERS[provider];
  if (server !== undefined) {
    const url = (server.urlVariable && variables[server.urlVariable]) || server.url;
    return loadCompatible(provider, model, url, server.keys, variables);
  }
  const installed = await installedProvider(provider);
  if (installed !== undefined) return installed(model);
  throw new PraisonError('unknown-provider', `Unknown provider: ${provider}`, {
    hints: [
      `Providers: ${PROVIDER_NAMES.join(', ')}`,
      `Others of the AI SDK once their package is installed: npm install @ai-sdk/${provider}`,
      'A model of your own server: set OPENAI_BASE_URL and name it openai/MODEL',
    ],
    facts: { provider },
  });
}

/** The AI SDK's package of that name, where the user has installed it: its function that makes a model. */
async function installedProvider(provider: string): Promise<((model: string) => LanguageModel) | undefined> {
  if (!/^[a-z][a-z0-9-]*$/.test(provider)) return undefined;
  const packageName = `@ai-sdk/${provider}`;
  try {
    const module = (await import(packageName)) as Record<string, unknown>;
    return Object.values(module).find(isProvider);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}

function isProvider(value: unknown): value is (model: string) => LanguageModel {
  return typeof value === 'function' && 'languageModel' in value;
}

function firstSet(names: readonly string[], variables: Variables): string | undefined {
  return names.map((name) => variables[name]).find((value) => value !== undefined && value !== '');
}

function keyOf(label: string, names: readonly string[], variables: Variables): string {
  const key = firstSet(names, variables);
  if (key !== undefined) return key;
  throw new PraisonError('missing-key', `No key for ${label}: ${names[0]} is not set.`, {
    hints: [
      `Set ${names.join(' or ')}, or choose another model: --model provider/model`,
      `Providers: ${PROVIDER_NAMES.join(', ')}`,
    ],
    facts: { variables: [...names] },
  });
}

/** Users write these URLs without the version that the SDK's expects at their end. */
function baseUrl(url: string | undefined, version: string): { baseURL?: string } {
  if (!url) return {};
  const plain = url.replace(/\/+$/, '');
  return { baseURL: /\/v\d+[a-z]*$/.test(plain) ? plain : `${plain}${version}` };
}
