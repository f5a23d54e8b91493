// WebSockets to the server. The first one is opened before the scripts of the page are loaded, and is there when they run.
// The server says nothing until it is asked, so nothing is missed.
export const serverUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
export const protocols = ['jaipur.v1'];

const page = globalThis as {firstSocket?: WebSocket};

export function connectEarly(): void {
  try {
    page.firstSocket = new WebSocket(serverUrl(), protocols);
  } catch {
    // The browser forbids it: the page will say so.
  }
}

// A constructor: the first call returns the early socket, unless it has failed.
export const ServerSocket = function(url: string, protocols: string[]): WebSocket {
  const early = page.firstSocket;
  delete page.firstSocket;
  return early && early.readyState <= WebSocket.OPEN ? early : new WebSocket(url, protocols);
} as unknown as typeof WebSocket;
