; What Intray itself told Windows leaves with it: else Windows would look for it at each login. An update is no leaving.
; The name is the id that the app gives to Windows (electron/desktop/app-id.ts), under which Electron writes it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.intray.desktop"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.intray.desktop"
  ${endIf}
!macroend
