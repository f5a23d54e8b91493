// The words of the table: places, choices, what a move would do, why it may not be.
export const table = {market: 'Market'};
