// A way to the server that can be cut: passes on bytes until it is told not to.
import {once} from 'node:events';
import {connect, createServer} from 'node:net';

export async function startProxy(port) {
  const lines = new Set();
  let open = true;
  let refused = 0;
  const server = createServer(near => {
    if (!open) {
      refused++;
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const line = {near, far};
    lines.add(line);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        lines.delete(line);
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref(); // a test that failed before it stopped this shall end all the same
  return {
    port: server.address().port,
    origin: `http://127.0.0.1:${server.address().port}`,
    // Ends all that runs through it, and takes nothing new until `mend`. Tells how many lines that were.
    cut() {
      open = false;
      const count = lines.size;
      for (const {near, far} of lines) {
        near.resetAndDestroy();
        far.destroy();
      }
      return count;
    },
    // Nothing gets through any more, yet nothing says so: what a phone sees that leaves its network.
    stall() {
      for (const {near, far} of lines) {
        near.unpipe(far);
        far.unpipe(near);
      }
      return lines.size;
    },
    // Where it leads from now on; what runs through it stays.
    lead(elsewhere) {
      port = elsewhere;
    },
    mend() {
      open = true;
    },
    get refused() {
      return refused; // how many attempts came while it was cut
    },
    stop() {
      this.cut();
      server.close();
    },
  };
}
