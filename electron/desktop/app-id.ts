/** Must equal `appId` in electron-builder.yml: the installer's shortcut carries that id, and Windows matches the two. */
export const APP_ID = 'app.intray.desktop';
