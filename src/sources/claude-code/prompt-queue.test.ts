import { expect, it } from 'vitest';
import { PromptQueue } from './prompt-queue.ts';

const queueOf = (...texts: string[]): PromptQueue => {
  const queue = new PromptQueue();
  for (const text of texts) queue.enqueue({ text });
  return queue;
};

it('tells what the agent took in the middle of its turn, where no other record will (until 2.1.60)', () => {
  const queue = queueOf('one', 'two');
  queue.remove(undefined, undefined);
  expect(queue.takeUntold()).toEqual([{ text: 'one' }]);
  expect(queue.takeUntold()).toEqual([]);
});

it('tells it once when an attachment has the words too', () => {
  const queue = queueOf('one', 'two');
  queue.remove('two', 'absorbed_mid_turn');
  expect(queue.attached('two')).toBe(true);
  expect(queue.takeUntold()).toEqual([]);
  queue.remove('one', 'absorbed_mid_turn');
  expect(queue.takeUntold()).toEqual([{ text: 'one' }]);
  expect(queue.attached('one')).toBe(false);
  // The human may well type the same again.
  expect(queue.attached('one')).toBe(true);
});

it('forgets what became a prompt, was taken back, or was deleted', () => {
  const queue = queueOf('one', 'two', 'three', 'four');
  queue.dequeue();
  queue.remove('two', 'deleted_by_user');
  queue.popAll();
  expect(queue.rest()).toEqual([]);
});

it('tells at the end what still waits: the agent was killed before it came to it', () => {
  const queue = queueOf('one', 'two');
  queue.remove('one', undefined);
  expect(queue.rest()).toEqual([{ text: 'one' }, { text: 'two' }]);
});
