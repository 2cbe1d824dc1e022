import { expect, it } from 'vitest';
import { TodoReplay } from './todo-sql.ts';

it('replays what the agent wrote', () => {
  const replay = new TodoReplay();
  expect(
    replay.apply(
      "INSERT INTO todos (id, title, description) VALUES ('a', 'Write it; now', 'x'), ('b', 'Don''t (stop)', 'y');",
    ),
  ).toEqual([
    { text: 'Write it; now', status: 'pending' },
    { text: "Don't (stop)", status: 'pending' },
  ]);
  expect(
    replay.apply(
      "UPDATE todos SET status = 'done' WHERE id = 'a'; UPDATE todos SET status='in_progress', title='Go on' WHERE id IN ('b')",
    ),
  ).toEqual([
    { text: 'Write it; now', status: 'completed' },
    { text: 'Go on', status: 'in_progress' },
  ]);
  expect(replay.apply("DELETE FROM todos WHERE status = 'done'")).toEqual([
    { text: 'Go on', status: 'in_progress' },
  ]);
});

it('changes nothing on what it does not understand', () => {
  const replay = new TodoReplay();
  expect(replay.apply('SELECT * FROM todos')).toBeUndefined();
  expect(replay.apply("UPDATE todos SET status = 'done' WHERE id LIKE 'a%'")).toBeUndefined();
  expect(replay.apply("INSERT INTO todo_deps (todo_id, depends_on) VALUES ('a', 'b')")).toBeUndefined();
  expect(replay.apply("INSERT INTO todos (id) VALUES ('")).toBeUndefined();
  expect(replay.items()).toEqual([]);
});

it('is quick on a hostile statement', () => {
  const replay = new TodoReplay();
  const started = performance.now();
  replay.apply(`INSERT INTO todos (id, title) VALUES ${"('".repeat(20_000)}`);
  replay.apply(`UPDATE todos SET ${' status'.repeat(10_000)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});
