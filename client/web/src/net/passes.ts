// The pass that lets this browser into a server for invited people only. We draw it and save it before the server hears
// of it, so a request that got no answer can be repeated. All tabs share it. If storage is forbidden, full or broken, it
// lasts as long as the page.
import {isToken, newToken} from './tokens';

interface Pass {
  pass: string;
  worked: boolean; // the server has accepted it
}

const key = 'jaipur.pass';

export class Passes {
  private memory: Pass | null = null; // used if storage fails

  constructor(private readonly storage: Storage | null, private readonly random: (count: number) => Uint8Array) {}

  load(): Pass | null {
    const {pass, worked} = this.stored();
    return isToken(pass) ? {pass, worked: worked === true} : this.memory;
  }

  // We had a pass that worked, and have none now.
  get hasEnded(): boolean {
    return this.load() === null && this.stored().worked === true;
  }

  // The pass to get in with: the one that we have, or a new one.
  ask(): string {
    const pass = this.load() ?? {pass: newToken(this.random), worked: false};
    this.save(pass);
    return pass.pass;
  }

  accepted(pass: string): void {
    this.save({pass, worked: true});
  }

  // The server doesn't know it.
  refused(pass: string): void {
    const found = this.load();
    if (found?.pass !== pass) return; // another tab has a new one
    this.memory = null;
    try {
      if (found.worked) this.storage?.setItem(key, JSON.stringify({worked: true}));
      else this.storage?.removeItem(key);
    } catch {
      // The server refuses it again.
    }
  }

  private stored(): Partial<Pass> {
    try {
      return JSON.parse(this.storage?.getItem(key) ?? '{}') as Partial<Pass> | null ?? {};
    } catch {
      return {};
    }
  }

  private save(pass: Pass): void {
    try {
      if (!this.storage) throw new Error('no storage');
      this.storage.setItem(key, JSON.stringify(pass));
      this.memory = null;
    } catch {
      this.memory = pass;
    }
  }
}
