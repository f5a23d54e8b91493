// The server that all tests of a file share, and the proxy that a test can put in front of it.
import {after, afterEach, before} from 'node:test';
import {startServer} from '../../kit/server.mjs';
import {endSessions, MessageProxy, urlOf} from './sessions';

export let server: Awaited<ReturnType<typeof startServer>>;
export let url = '';
export let proxy: MessageProxy;

// `prepare` runs once the server is there. (Node runs the `before` hooks of a file at the same time.)
export function useServer(prepare = async () => {}): void {
  before(async () => {
    server = await startServer('--no-limits');
    url = urlOf(server.port);
    await prepare();
  });
  afterEach(() => {
    endSessions();
    proxy?.end();
  });
  after(() => server.stop());
}

export async function useProxy(port = server.port): Promise<MessageProxy> {
  return (proxy = await MessageProxy.start(port));
}
