// The real server on a free port.
import {spawn} from 'node:child_process';
import {once} from 'node:events';

const program = process.env.JAIPUR_SERVER;

// Whether to run the long form, as `./jaipur test all` does.
export const long = Boolean(process.env.JAIPUR_LONG);

// The part of `all` whose turn it is: in the quick form, each goes to one of `parts` turns; in the long one, to all.
export const inTurn = (all, turn, parts) => all.filter((_, at) => long || at % parts === turn % parts);

// A test's timeout: however busy the machine is, only a hang takes longer.
export const hang = {timeout: 600_000};

// Resolves once it listens. Without `--data` it stores nothing.
export async function startServer(...args) {
  if (!program) throw new Error('JAIPUR_SERVER has to name the server');
  const keeps = args.includes('--data') ? [] : ['--in-memory'];
  const child = spawn(program, ['--listen', '127.0.0.1:0', ...keeps, '--log-level', 'error', '--bot-time', '0', ...args], {stdio: ['ignore', 'pipe', 'inherit']});
  const port = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', text => {
      const found = /listening on .*:(\d+)/.exec((said += text));
      if (found) resolve(Number(found[1]));
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}
