// What the frames of a page cost: the time for which its main thread computes, however busy the machine is; and which of
// it went into collecting garbage, and why the browser collected it.

const end = ({ts, dur}) => ts + dur;

// From then on, a frame is waited for.
const asks = new Set(['RequestAnimationFrame', 'ScheduleStyleRecalculation', 'InvalidateLayout']);

// V8 tidies up when little happens, in every process, whatever its pages have left (`V8.GCFinalizeMCReduceMemory`). Other
// full collections come when the garbage of V8 and Blink together reaches a limit.
const collections = {'V8.GCFinalizeMCReduceMemory': 'tidying', 'V8.GCFinalizeMC': 'full'};

// The main thread's tasks, as {begin, end, cost, draws, asked, again, collects}; all in µs. `asked`: a frame was asked for
// during this task. `again`: so that a task that draws asked for the next one. `collects`: the kind of a full collection in it.
function tasksOf(events) {
  const whole = events.filter(({ph, dur, tdur}) => ph === 'X' && dur !== undefined && tdur !== undefined);
  const layouts = new Map(); // by thread: the main one lays out
  const thread = ({pid, tid}) => `${pid} ${tid}`;
  for (const event of whole) if (event.name === 'Layout') layouts.set(thread(event), (layouts.get(thread(event)) ?? 0) + 1);
  const [main] = [...layouts].sort(([, a], [, b]) => b - a)[0] ?? [];
  const instant = events.filter(({name, ph}) => ph === 'I' && asks.has(name));
  const own = [...whole, ...instant].filter(event => thread(event) === main).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks = [];
  for (const event of own) {
    const last = tasks.at(-1);
    if (last && event.ts < last.end) {
      last.draws ||= event.name === 'Commit';
      last.asked ||= asks.has(event.name);
      last.again ||= event.name === 'RequestAnimationFrame';
      last.collects = collections[event.name] ?? last.collects;
    } else if (event.name.endsWith('RunTask')) {
      tasks.push({begin: event.ts, end: end(event), cost: event.tdur, draws: false, asked: false, again: false, collects: null});
    }
  }
  return tasks;
}

// Frames as {cost, collects}, `cost` in ms. A frame begins with the task that asks for it, and ends when it is handed over to
// be drawn. Tasks that nobody waits for to draw can each delay something, but not add up.
function framesOf(tasks) {
  const frames = [];
  let open = null;
  for (const task of tasks) {
    if (!open?.asked) frames.push((open = {cost: 0, asked: false, collects: null}));
    open.cost += task.cost;
    open.asked ||= task.asked;
    open.collects ??= task.collects;
    if (task.draws) {
      open = null;
      if (task.again) frames.push((open = {cost: 0, asked: true, collects: null}));
    }
  }
  return frames.map(({cost, collects}) => ({cost: cost / 1000, collects}));
}

// Starts watching; returns a function that ends it and resolves to the frames.
export async function watchFrames(page) {
  const devtools = await page.context().newCDPSession(page);
  const events = [];
  devtools.on('Tracing.dataCollected', ({value}) => events.push(...value));
  await devtools.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['toplevel', 'v8', 'devtools.timeline', 'disabled-by-default-devtools.timeline']}});
  return async () => {
    const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
    return framesOf(tasksOf(events));
  };
}

// The one that costs most.
export const worstOf = frames => frames.reduce((worst, frame) => (frame.cost > worst.cost ? frame : worst));
