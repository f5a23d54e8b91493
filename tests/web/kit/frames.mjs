// What the frames of a page cost: the time for which its main thread computes, however busy the machine is.

const pause = 8000; // µs between two tasks of different frames
const end = ({ts, dur}) => ts + dur;

// The main thread's tasks, as {begin, end, cost, draws}; all in µs.
function tasksOf(events) {
  const whole = events.filter(({ph, dur, tdur}) => ph === 'X' && dur !== undefined && tdur !== undefined);
  const layouts = new Map(); // by thread: the main one lays out
  for (const {name, pid, tid} of whole) if (name === 'Layout') layouts.set(`${pid} ${tid}`, (layouts.get(`${pid} ${tid}`) ?? 0) + 1);
  const [main] = [...layouts].sort(([, a], [, b]) => b - a)[0] ?? [];
  const own = whole.filter(({pid, tid}) => `${pid} ${tid}` === main).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = [];
  for (const event of own) {
    const last = tasks.at(-1);
    if (last && event.ts < last.end) last.draws ||= event.name === 'Commit';
    else if (event.name.endsWith('RunTask')) tasks.push({begin: event.ts, end: end(event), cost: event.tdur, draws: false});
  }
  return tasks;
}

// The costs of frames in ms. A frame ends when it is handed over to be drawn.
function framesOf(tasks) {
  const frames = [];
  let open = null;
  for (const task of tasks) {
    if (!open || task.begin - open.end > pause) frames.push((open = {cost: 0, end: 0}));
    open.cost += task.cost;
    open.end = task.end;
    if (task.draws) open = null;
  }
  return frames.map(({cost}) => cost / 1000);
}

// Starts watching; returns a function that ends it and resolves to the frames' costs in ms.
export async function watchFrames(page) {
  const devtools = await page.context().newCDPSession(page);
  const events = [];
  devtools.on('Tracing.dataCollected', ({value}) => events.push(...value));
  await devtools.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']}});
  return async () => {
    const complete = new Promise(resolve => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
    return framesOf(tasksOf(events));
  };
}
