// A TCP proxy in front of the server that can disconnect, go silent, or lead elsewhere.
import {once} from 'node:events';
import {connect, createServer} from 'node:net';

export async function startProxy(port) {
  const connections = new Set();
  let open = true;
  let refused = 0;
  const server = createServer(near => {
    if (!open) {
      refused++;
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const connection = {near, far};
    connections.add(connection);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        connections.delete(connection);
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref(); // lets a failed test end without stopping this
  return {
    port: server.address().port,
    origin: `http://127.0.0.1:${server.address().port}`,
    // Ends all connections and refuses new ones until `reopen`. Returns how many it ended.
    cut() {
      open = false;
      const count = connections.size;
      for (const {near, far} of connections) {
        near.resetAndDestroy();
        far.destroy();
      }
      return count;
    },
    // Drops everything silently, like a phone that has left its network.
    stall() {
      for (const {near, far} of connections) {
        near.unpipe(far);
        far.unpipe(near);
      }
      return connections.size;
    },
    // New connections lead there; existing ones stay.
    redirect(elsewhere) {
      port = elsewhere;
    },
    reopen() {
      open = true;
    },
    get refused() {
      return refused; // attempts while it was disconnected
    },
    stop() {
      this.cut();
      server.close();
    },
  };
}
