/** The same in electron-builder.yml: the installer's shortcut carries it, and Windows matches the two. */
export const APP_ID = 'app.intray.desktop';
