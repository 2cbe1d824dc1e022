import type { PlanItem } from '../../model/session-event.ts';
import { openReadOnly } from '../../sqlite/open.ts';
import { planStatus } from '../checklist.ts';
import { nonEmpty } from '../fields.ts';

/**
 * The session's todo list, replayed from the statements that the agent gave its `sql` tool.
 *
 * The list itself is table `todos` in the session's `session.db` (1.0.102); the statements tell how it came about, and are
 * all there is where the database is missing or cannot be opened. Only the forms that the agent writes are
 * understood: one table, literals, `WHERE id = …` or `IN (…)`.
 */
export class TodoReplay {
  readonly #todos = new Map<string, PlanItem>();

  /** Returns the list when the statements changed it. */
  apply(sql: string): PlanItem[] | undefined {
    let changed = false;
    for (const statement of statements(sql)) changed = this.#applyOne(statement) || changed;
    return changed ? this.items() : undefined;
  }

  items(): PlanItem[] {
    return [...this.#todos.values()].map((item) => ({ ...item }));
  }

  #applyOne(sql: string): boolean {
    const insert = /^\s*INSERT\s+(?:OR\s+\w+\s+)?INTO\s+"?todos"?\s*\(([^)]*)\)\s*VALUES\s*([\s\S]*)$/i.exec(
      sql,
    );
    if (insert) return this.#insert(insert[1] ?? '', insert[2] ?? '');
    const update = /^\s*UPDATE\s+"?todos"?\s+SET\s+([\s\S]*?)(?:\sWHERE\s+([\s\S]*))?$/i.exec(sql);
    if (update) return this.#update(update[1] ?? '', update[2]);
    const remove = /^\s*DELETE\s+FROM\s+"?todos"?(?:\s+WHERE\s+([\s\S]*))?$/i.exec(sql);
    if (!remove) return false;
    const ids = this.#matching(remove[1]);
    for (const id of ids) this.#todos.delete(id);
    return ids.length > 0;
  }

  #insert(columns: string, tuples: string): boolean {
    const names = columns.split(',').map((column) => column.trim().replace(/["'`]/g, '').toLowerCase());
    let changed = false;
    for (const tuple of tuples.matchAll(/\(((?:'(?:[^']|'')*'|[^'()])*)\)/g)) {
      const values = literals(tuple[1] ?? '');
      const value = (name: string) => values[names.indexOf(name)];
      const title = nonEmpty(value('title')) ?? nonEmpty(value('description'));
      const id = nonEmpty(value('id')) ?? title;
      if (id === undefined || title === undefined) continue;
      this.#todos.set(id, { text: title, status: planStatus(value('status')) });
      changed = true;
    }
    return changed;
  }

  #update(assignments: string, condition: string | undefined): boolean {
    const assigned = (name: string) =>
      new RegExp(`\\b${name}"?\\s*=\\s*'((?:[^']|'')*)'`, 'i').exec(assignments)?.[1]?.replaceAll("''", "'");
    const status = assigned('status');
    const title = assigned('title');
    if (status === undefined && title === undefined) return false;
    const ids = this.#matching(condition);
    for (const id of ids) {
      const item = this.#todos.get(id);
      if (!item) continue;
      if (status !== undefined) item.status = planStatus(status);
      if (title !== undefined) item.text = title;
    }
    return ids.length > 0;
  }

  #matching(condition: string | undefined): string[] {
    const ids = [...this.#todos.keys()];
    if (condition === undefined) return ids;
    const named = /^\s*"?id"?\s*(?:=|IN)\s*([\s\S]*)$/i.exec(condition);
    if (named) {
      const wanted = new Set(literals((named[1] ?? '').replace(/[()]/g, ' ')));
      return ids.filter((id) => wanted.has(id));
    }
    const status = /^\s*"?status"?\s*=\s*'([^']*)'\s*$/i.exec(condition)?.[1];
    return status === undefined ? [] : ids.filter((id) => this.#todos.get(id)?.status === planStatus(status));
  }
}

/** The statements of a text, split at semicolons outside of quotes. */
function statements(sql: string): string[] {
  return (sql.slice(0, 100_000).match(/(?:'(?:[^']|'')*'|[^';])+/g) ?? []).filter(
    (part) => part.trim() !== '',
  );
}

/** The values of a comma-separated list of literals; what is no quoted text stands as it is written. */
function literals(tuple: string): string[] {
  return [...tuple.matchAll(/'((?:[^']|'')*)'|([^\s,'][^,']*)/g)].map((match) =>
    match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll("''", "'"),
  );
}

/** The list as the session's database holds it; `undefined` where there is none, or it cannot be opened here. */
export function readTodos(databasePath: string, explain: (reason: string) => void): PlanItem[] | undefined {
  const database = openReadOnly(databasePath, explain);
  if (!database) return undefined;
  try {
    return database.all('SELECT title, status FROM todos ORDER BY rowid').flatMap((row) => {
      const title = nonEmpty(row.title);
      return title === undefined ? [] : [{ text: title, status: planStatus(row.status) }];
    });
  } catch (error) {
    // The table is made with the first todo.
    if (error instanceof Error) return undefined;
    throw error;
  } finally {
    database.close();
  }
}
