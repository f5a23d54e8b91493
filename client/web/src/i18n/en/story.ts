// What the log tells.
export const story = {reconnected: 'The line is back.'};
