import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { parseWorkflow } from './parse-workflow.ts';

const step = (number: number, name: string, body: string) => `## Step ${number}: ${name}\n${body}\n`;
const action = (text: string) => `\n\`\`\`action\n${text}\n\`\`\`\n`;
const releaseNotes = [
  '---\nname: release-notes\ndescription: "Draft the notes"\ndefault_llm: openai/m\nvariables:\n  tag: v1\n---\n',
  step(1, 'Collect', `Collect commits.${action('Collect commits since the last tag')}`),
  step(2, 'Group', `Group them.${action('Group the commits by area')}`),
  step(3, 'Write', `Write.${action('Write NOTES.md')}`),
].join('\n');

describe('parseWorkflow', () => {
  it('reads front matter, steps, settings and blocks', () => {
    const workflow = parseWorkflow(releaseNotes, 'file');
    expect(workflow).toMatchObject({
      name: 'release-notes',
      description: 'Draft the notes',
      model: 'openai/m',
      variables: { tag: 'v1' },
    });
    expect(workflow.steps.map(({ name, action: text }) => [name, text])).toEqual([
      ['Collect', 'Collect commits since the last tag'],
      ['Group', 'Group the commits by area'],
      ['Write', 'Write NOTES.md'],
    ]);
    const blocks = [
      'context_from: [A, "B"]\nretain_full_context: false\noutput_variable: found\nnext_steps: [A]',
      '```condition\n{{go}}\n```\n```agent\nrole: Tester\nmax_iter: 3\nverbose: true\n```',
      '```tools\n- read\n"write"\n```\n```branch\nfail: [A]\nok: B\n```\n~~~action\n## Step 9: no step\n~~~',
    ].join('\n');
    const text = `${step(1, 'A', 'do a')}${step(2, 'B', 'do b')}${step(3, 'C', blocks)}`;
    expect(parseWorkflow(text, 'file').steps).toMatchObject([
      { name: 'A', action: '', description: 'do a', retainFullContext: true },
      { name: 'B' },
      {
        name: 'C',
        action: '## Step 9: no step',
        description: '',
        contextFrom: ['A', 'B'],
        retainFullContext: false,
        outputVariable: 'found',
        nextSteps: ['A'],
        condition: '{{go}}',
        agent: { role: 'Tester', max_iter: 3, verbose: true },
        tools: ['read', 'write'],
        branches: [
          { word: 'fail', target: 'A' },
          { word: 'ok', target: 'B' },
        ],
      },
    ]);
  });

  it.each([
    ['', 'it has no steps'],
    ['# Only a title\n', 'it has no steps'],
    ['---\nname: x\n---\n## Not a step\ntext', 'it has no steps'],
    [step(1, 'A', ''), 'step 1 (A) has no action'],
    [step(1, 'A', '```action\nnever closed'), 'the block ```action is not closed'],
    [step(1, 'A', 'x\n```parallel\n- B\n```'), '```parallel block, which is not supported'],
    [step(1, 'A', 'x\nloop_over: items'), 'loop_over, which is not supported'],
    [step(1, 'A', 'x\nnext_steps: [B]'), 'names a step that is not there: B'],
  ])('refuses %j', (text, message) => expect(() => parseWorkflow(text, 'f')).toThrow(message));
});

describe('fingerprintOf', () => {
  // The values are those of json.dumps and hashlib in Python 3.
  it('is Python’s', () => {
    expect(fingerprintOf(parseWorkflow(releaseNotes, 'f')).exact).toBe('038a7b3f7b4e');
    const agent = '```agent\nrole: Tester\nverbose: true\nmax_iter: 3\n```';
    const odd = step(1, 'Prüfen', `${agent}${action('Zeile 1\nZeile  2 🚀\t"x"\u007f')}`);
    expect(fingerprintOf(parseWorkflow(odd, 'f')).exact).toBe('ed54aeadeae8');
  });

  it('ignores white space and prose, and nothing else', () => {
    const original = fingerprintOf(parseWorkflow(releaseNotes, 'f'));
    const spaced = releaseNotes
      .replace('Group the commits by area', '  Group the\n\n   commits\tby area  ')
      .replace('## Step 2: Group', '##   Step 2:   Group')
      .replaceAll('\n', '\r\n');
    expect(fingerprintOf(parseWorkflow(spaced, 'f')).loose).toBe(original.loose);
    expect(fingerprintOf(parseWorkflow(releaseNotes.replace('Group them.', 'Other.'), 'f'))).toEqual(
      original,
    );
    for (const changed of [
      releaseNotes.replace('by area', 'by author'),
      releaseNotes.replace('Step 3: Write', 'Step 3: Print'),
      releaseNotes.replace(/## Step 2[\s\S]*(?=## Step 3)/, ''),
      releaseNotes.replace('Group them.', '```agent\nrole: x\n```'),
    ])
      expect(fingerprintOf(parseWorkflow(changed, 'f')).loose).not.toBe(original.loose);
  });
});
