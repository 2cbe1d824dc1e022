import { expect, it } from 'vitest';
import { lineKind } from './line-kind.ts';

const kind = (text: string): string => lineKind(Buffer.from(text));
const envelope = '{"parentUuid":"p","isSidechain":false,"cwd":"/w","sessionId":"s"';

it('skips what says nothing about the work', () => {
  expect(kind('{"type":"file-history-snapshot","messageId":"m","snapshot":{}}')).toBe('ignored');
  expect(kind('{"type":"api-request-blob","message":{"role":"user","content":"Fix it"}}')).toBe('ignored');
  expect(kind(`${envelope},"type":"progress","data":{"type":"bash_progress"},"uuid":"u"}`)).toBe('ignored');
  expect(
    kind('{"parentUuid":"p","isSidechain":false,"attachment":{"type":"file"},"type":"attachment"}'),
  ).toBe('ignored');
});

it('parses what may say something, unknown types too', () => {
  for (const line of [
    '{"type":"queue-operation","operation":"enqueue","content":"x"}',
    '{"type":"custom-title","customTitle":"x"}',
    '{"type":"hologram"}',
    '{"parentUuid":"p","isSidechain":false,"attachment":{"type":"queued_command"},"type":"attachment"}',
    '{"parentUuid":"p","isSidechain":false,"attachment":{"type":"goal_status"},"type":"attachment"}',
    `${envelope},"type":"user","message":{"role":"user","content":"a \\"type\\":\\"progress\\" b"}}`,
    '\0\0{"type":"mode"}',
    '',
  ])
    expect(kind(line), line).toBe('parse');
});

it('tells thinking from a message that also says or does something', () => {
  const message = (blocks: string) =>
    `${envelope},"message":{"id":"m","type":"message","role":"assistant","content":[${blocks}]},"type":"assistant"}`;
  const thinking = '{"type":"thinking","thinking":"{\\"type\\":\\"text\\"}","signature":"s"}';
  expect(kind(message(thinking))).toBe('thinking');
  expect(kind(message(`${thinking},{"type":"text","text":"x"}`))).toBe('parse');
  expect(kind(message(`${thinking},{"type":"tool_use","id":"t","name":"Bash","input":{}}`))).toBe('parse');
});

it('tells sub-agents', () => {
  expect(kind('{"parentUuid":null,"isSidechain":true,"type":"user","message":{}}')).toBe('sidechain');
  expect(kind(`${envelope},"type":"progress","data":{"message":{},"type":"agent_progress"}}`)).toBe(
    'agent-progress',
  );
});

it('never skips a line that is torn or holds a second record', () => {
  const progress = `${envelope},"type":"progress","data":{"type":"bash_progress","output":"x`;
  expect(kind(progress)).toBe('parse');
  expect(kind(`${progress}${envelope},"type":"user","message":{"role":"user","content":"x"}}`)).toBe('parse');
  expect(kind(`${progress}{"type":"queue-operation","operation":"enqueue","content":"x"}`)).toBe('parse');
});
