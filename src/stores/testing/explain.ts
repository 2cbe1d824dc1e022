import type { EmbeddedServer } from './embedded-server.ts';

/** One node of a plan, as EXPLAIN (FORMAT JSON) gives it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Heap Fetches'?: number;
  'Actual Rows'?: number;
  Plans?: PlanNode[];
}

/** The nodes that read a table or an index, after the statement was run. */
export async function scans(
  server: EmbeddedServer,
  statement: { text: string; values: unknown[] },
  database: string,
): Promise<PlanNode[]> {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`;
  const [row = {}] = await server.query(text, statement.values, database);
  const [{ Plan }] = row['QUERY PLAN'] as [{ Plan: PlanNode }];
  return flat(Plan).filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined);
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
