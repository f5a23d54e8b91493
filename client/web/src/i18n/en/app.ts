// The words of the screens.
export const app = {title: 'Jaipur online'};
