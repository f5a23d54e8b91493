// Tells the parent of this process what came of each file, as {name, passed, report}.
import {inspect} from 'node:util';

const indented = text => text.replace(/^/gm, '    ');

export default async function* report(events) {
  const lines = [];
  for await (const {type, data} of events) {
    // Node reports at the end what a test's leftovers threw after it; then this process fails.
    if (type === 'test:diagnostic' && /asynchronous activity after the test/.test(data.message)) console.error(data.message);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const passed = type === 'test:pass';
    const {name, nesting, details} = data;
    const isSuite = nesting === 0;
    const {error} = details;
    // A suite also fails if one of its tests does, which has said why.
    if (!isSuite || (!passed && error?.failureType !== 'subtestsFailed')) {
      const skipped = data.skip === undefined ? '' : ' SKIPPED';
      lines.push(`${passed ? '✔' : '✖'} ${name} (${Math.round(details.duration_ms)} ms)${skipped}`);
      if (!passed) lines.push(indented(inspect(error?.cause ?? error)));
    }
    if (!isSuite) continue;
    if (lines.length === 0) lines.push('✖ no tests');
    process.send?.({name, passed: passed && lines[0] !== '✖ no tests', report: lines.splice(0).join('\n')});
  }
  yield '';
}
