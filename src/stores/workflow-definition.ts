/** A fence opens with three or more of one character, and closes with at least as many of it. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const STEP = /^ {0,3}##\s+Step\s+\d+\s*[:.–—-]?\s*(.*?)\s*#*\s*$/i;

/**
 * Names of a Markdown workflow's steps in order: its `## Step N: Name` headings outside code fences (Python,
 * workflows: a definition is `.praisonai/workflows/<name>.md`). A step without a name is its number.
 */
export function workflowSteps(markdown: string): string[] {
  const steps: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      const closes = mark?.[1]?.startsWith(fence) && mark[2]?.trim() === '';
      if (closes) fence = undefined;
    } else if (mark !== null) fence = mark[1];
    else {
      const name = STEP.exec(line)?.[1];
      if (name !== undefined) steps.push(name === '' ? `Step ${steps.length + 1}` : name);
    }
  }
  return steps;
}
