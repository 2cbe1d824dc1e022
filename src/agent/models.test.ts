import { describe, expect, it } from 'vitest';
import { chooseModel, parseModelName, resolveModel } from './models.ts';
import { isLocalServer } from './providers.ts';

const server = { OPENAI_BASE_URL: 'http://localhost:8080/v1' };

describe('chooseModel', () => {
  it.each([
    [['a/b', 'c/d'], {}, 'a/b'],
    [[undefined, ' '], { PRAISONAI_MODEL: 'p/m', OPENAI_MODEL_NAME: 'o' }, 'p/m'],
    [[], { OPENAI_MODEL_NAME: 'o' }, 'o'],
    [[], { OPENAI_API_KEY: 'k' }, 'gpt-4o-mini'],
    [[], server, 'gpt-4o-mini'],
  ])('%j with %j: %s', (given, variables, name) => expect(chooseModel(given, variables)).toBe(name));
  it('says what to set', () => {
    expect(() => chooseModel([], {})).toThrow('No model is configured.');
  });
});

describe('parseModelName', () => {
  it.each([
    ['gpt-4o', {}, 'openai', 'gpt-4o'],
    ['claude-x-1', {}, 'anthropic', 'claude-x-1'],
    ['gemini-x', {}, 'google', 'gemini-x'],
    ['gemini/gemini-x', {}, 'google', 'gemini-x'],
    ['OpenRouter/meta/llama', {}, 'openrouter', 'meta/llama'],
    ['meta-llama/Llama-3', server, 'openai', 'meta-llama/Llama-3'],
    ['meta-llama/Llama-3', {}, 'meta-llama', 'Llama-3'],
    ['openai/meta/llama', server, 'openai', 'meta/llama'],
  ])('%s with %j is %s: %s', (name, variables, provider, model) =>
    expect(parseModelName(name, variables)).toEqual({ provider, model }),
  );
});

it.each([
  ['openai/gpt-4o', { OPENAI_API_KEY: 'k' }, 'openai.chat', 'gpt-4o'],
  ['openai/gpt-4o', server, 'openai.chat', 'gpt-4o'],
  ['anthropic/claude-x', { ANTHROPIC_API_KEY: 'k' }, 'anthropic.messages', 'claude-x'],
  ['google/gemini-x', { GEMINI_API_KEY: 'k' }, 'google.generative-ai', 'gemini-x'],
  ['ollama/llama3', {}, 'ollama.chat', 'llama3'],
  ['groq/llama3', { GROQ_API_KEY: 'k' }, 'groq.chat', 'llama3'],
])('makes %s', async (name, variables, provider, modelId) => {
  expect((await resolveModel(name, variables)).model).toMatchObject({ provider, modelId });
});

it.each([
  ['http://localhost:1/v1', true],
  ['http://127.0.0.1/v1', true],
  ['http://[::1]:1/v1', true],
  ['http://[fd12:3::1]/v1', true],
  ['http://192.168.1.2/v1', true],
  ['http://172.20.1.2/v1', true],
  ['http://model-server:8080/v1', true],
  ['http://box.local/v1', true],
  ['https://api.openai.com/v1', false],
  ['https://172.64.1.2/v1', false],
])('%s is local: %s', (url, local) => expect(isLocalServer(url)).toBe(local));
