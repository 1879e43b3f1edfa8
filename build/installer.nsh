; Intray's part of electron-builder's installer, included before its own script: it ends a running Intray, asks about the profile, and at the end
; removes what Intray registered with Windows. An update also runs the old version's uninstaller; all of that stays then. Names that the app
; writes are repeated here; test/unit/build/installer.test.ts compares the two.
!include "LogicLib.nsh"
!include "FileFunc.nsh"

; electron-builder compiles the uninstaller separately. NSIS requires this prefix for functions called in it.
!ifdef BUILD_UNINSTALLER
  !define INTRAY_FUNCTION "un.Intray"
!else
  !define INTRAY_FUNCTION "Intray"
!endif

!define INTRAY_PROGRAM "$INSTDIR\${PRODUCT_FILENAME}.exe"
; The app gives itself four seconds. On a slow disk, the second program that asks it to quit has to start first.
!define INTRAY_END_MS_MAX 30000
!define INTRAY_FORCED_MS_MAX 5000
!define INTRAY_LOOK_EVERY_MS 200
; Room for 8,000 process ids.
!define INTRAY_PIDS_BYTES 32768
!define INTRAY_PROCESS_QUERY_LIMITED_INFORMATION 0x1000
!define INTRAY_PROCESS_TERMINATE 0x1

LangString intrayCannotEnd 1033 "${PRODUCT_NAME} is still running and cannot be closed. Quit it by its icon beside the clock, then choose Retry."
LangString intrayCannotEnd 1036 "${PRODUCT_NAME} est toujours ouvert et ne peut pas être fermé. Quittez-le par son icône près de l’horloge, puis choisissez Recommencer."

; Counts the running programs that are ours, by their full path: one with the same name elsewhere is not ours. Asks Windows directly, since an
; office may have forbidden PowerShell. Takes "end" from the stack to end each of them at once, anything else only to count; leaves the count.
Function ${INTRAY_FUNCTION}Programs
  Exch $0
  Push $1
  Push $2
  Push $3
  Push $4
  Push $5
  Push $6
  Push $7
  StrCpy $7 0
  ; Windows reports a running program without short path parts such as PROGRA~1. If the file does not exist, none of it runs.
  System::Call 'kernel32::GetLongPathNameW(w "${INTRAY_PROGRAM}", w .r1, i ${NSIS_MAX_STRLEN}) i .r2'
  ${if} $2 <> 0
    System::Alloc ${INTRAY_PIDS_BYTES}
    Pop $2
    System::Call 'kernel32::K32EnumProcesses(p r2, i ${INTRAY_PIDS_BYTES}, *i .r3) i .r4'
    ${if} $4 = 0
      StrCpy $3 0
    ${endIf}
    ${while} $3 > 0
      IntOp $3 $3 - 4
      System::Int64Op $2 + $3
      Pop $4
      System::Call '*$4(i .r5)'
      System::Call 'kernel32::OpenProcess(i ${INTRAY_PROCESS_QUERY_LIMITED_INFORMATION}, i 0, i r5) p .r6'
      StrCpy $4 ""
      ${if} $6 != 0
        System::Call 'kernel32::QueryFullProcessImageNameW(p r6, i 0, w .r4, *i ${NSIS_MAX_STRLEN})'
        System::Call 'kernel32::CloseHandle(p r6)'
      ${endIf}
      ${if} $4 == $1
        IntOp $7 $7 + 1
        ${if} $0 == "end"
          System::Call 'kernel32::OpenProcess(i ${INTRAY_PROCESS_TERMINATE}, i 0, i r5) p .r6'
          ${if} $6 != 0
            System::Call 'kernel32::TerminateProcess(p r6, i 1)'
            System::Call 'kernel32::CloseHandle(p r6)'
          ${endIf}
        ${endIf}
      ${endIf}
    ${endWhile}
    System::Free $2
  ${endIf}
  StrCpy $0 $7
  Pop $7
  Pop $6
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Exch $0
FunctionEnd

; Waits until none of our programs runs, at most for the milliseconds on the stack, and leaves how many still run.
Function ${INTRAY_FUNCTION}Wait
  Exch $0
  Push $1
  ${do}
    Push "count"
    Call ${INTRAY_FUNCTION}Programs
    Pop $1
    ${if} $1 = 0
    ${orIf} $0 <= 0
      ${exitDo}
    ${endIf}
    Sleep ${INTRAY_LOOK_EVERY_MS}
    IntOp $0 $0 - ${INTRAY_LOOK_EVERY_MS}
  ${loop}
  StrCpy $0 $1
  Pop $1
  Exch $0
FunctionEnd

; Replaces electron-builder's own check, which closes windows (Intray only hides its window) and kills the program a moment later. Ours asks the
; app to quit as the system would, so that it puts back what is in flight; if it does not respond it is killed, which its journal survives.
!macro customCheckAppRunning
  Push 0
  Call ${INTRAY_FUNCTION}Wait
  Pop $R0
  ${if} $R0 > 0
    Exec '"${INTRAY_PROGRAM}" --quit'
    Push ${INTRAY_END_MS_MAX}
    Call ${INTRAY_FUNCTION}Wait
    Pop $R0
    ${while} $R0 > 0
      Push "end"
      Call ${INTRAY_FUNCTION}Programs
      Pop $R0
      Push ${INTRAY_FORCED_MS_MAX}
      Call ${INTRAY_FUNCTION}Wait
      Pop $R0
      ; An administrator has started it.
      ${if} $R0 > 0
      ${andIf} ${cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(intrayCannotEnd)" /SD IDCANCEL IDCANCEL`
        SetErrorLevel 2
        Quit
      ${endIf}
    ${endWhile}
  ${endIf}
!macroend

; Invitations: the scheme of their links, and their files. The command gives one argument, behind the end of all options, so that nothing that a
; page in a browser puts into a link can be an option.
!define INTRAY_CLASSES "Software\Classes"
!define INTRAY_FILE_CLASS "${PRODUCT_NAME}.Invitation"
!define INTRAY_OPEN '"${INTRAY_PROGRAM}" -- "%1"'

!macro customInstall
  WriteRegStr HKCU "${INTRAY_CLASSES}\intray" "" "URL:${PRODUCT_NAME}"
  WriteRegStr HKCU "${INTRAY_CLASSES}\intray" "URL Protocol" ""
  WriteRegStr HKCU "${INTRAY_CLASSES}\intray\shell\open\command" "" '${INTRAY_OPEN}'
  WriteRegStr HKCU "${INTRAY_CLASSES}\.intray" "" "${INTRAY_FILE_CLASS}"
  WriteRegStr HKCU "${INTRAY_CLASSES}\${INTRAY_FILE_CLASS}" "" "${PRODUCT_NAME} invitation"
  WriteRegStr HKCU "${INTRAY_CLASSES}\${INTRAY_FILE_CLASS}\DefaultIcon" "" "${INTRAY_PROGRAM},0"
  WriteRegStr HKCU "${INTRAY_CLASSES}\${INTRAY_FILE_CLASS}\shell\open\command" "" '${INTRAY_OPEN}'
  ; SHCNE_ASSOCCHANGED: Explorer looks again.
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

!ifdef BUILD_UNINSTALLER
  ; Electron's data folder of the app, with the profile in it.
  !define INTRAY_DATA "$APPDATA\${PRODUCT_FILENAME}"
  !define INTRAY_LEAVING "${INTRAY_DATA} (deleted)"
  !define INTRAY_RENAME_TRIES 10

  LangString intrayDeleteProfile 1033 "Delete what ${PRODUCT_NAME} remembers as well?$\r$\n$\r$\nThat is the list of your documents with their results, your companies and your settings. Your scans stay where they are in any case.$\r$\n$\r$\nIf ${PRODUCT_NAME} may be used again on this computer, choose No: it then goes on where it stopped, and sends nothing twice."
  LangString intrayDeleteProfile 1036 "Supprimer aussi ce que ${PRODUCT_NAME} retient ?$\r$\n$\r$\nIl s’agit de la liste de vos documents avec leurs résultats, de vos sociétés et de vos réglages. Vos scans restent où ils sont dans tous les cas.$\r$\n$\r$\nSi ${PRODUCT_NAME} doit resservir sur cet ordinateur, choisissez Non : il reprendra où il en était, et rien ne sera envoyé deux fois."
  LangString intrayProfileKept 1033 "What ${PRODUCT_NAME} remembers was not deleted, as another program is using it. It is still in this folder:$\r$\n$\r$\n$R0"
  LangString intrayProfileKept 1036 "Ce que ${PRODUCT_NAME} retient n’a pas été supprimé, car un autre programme s’en sert. Il se trouve encore dans ce dossier :$\r$\n$\r$\n$R0"

  Var intrayDeletes
  Var intrayAsks

  ; electron-builder has made the uninstaller silent by now, even if a person started it: only the command line shows which.
  !macro customUnInit
    StrCpy $intrayDeletes "no"
    StrCpy $intrayAsks "no"
    ${ifNot} ${isUpdated}
      ${GetParameters} $R0
      ClearErrors
      ${GetOptions} $R0 "/S" $R1
      ${if} ${errors}
        StrCpy $intrayAsks "yes"
      ${endIf}
      ${if} ${isDeleteAppData}
        StrCpy $intrayDeletes "yes"
      ${elseIf} $intrayAsks == "yes"
      ${andIf} ${fileExists} "${INTRAY_DATA}\*.*"
      ${andIf} ${cmd} `MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(intrayDeleteProfile)" IDYES`
        StrCpy $intrayDeletes "yes"
      ${endIf}
    ${endIf}
  !macroend

  !macro customUnInstall
    ${ifNot} ${isUpdated}
      ; The value's name is the app id, under which Electron writes it.
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
      DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
      Call un.IntrayProtocol
      Call un.IntrayNotifications
      ; electron-builder stores the installer here for differential updates, and the updater stores its downloads.
      ${GetParent} "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}" $R0
      RMDir /r "$R0"
      ${if} $intrayDeletes == "yes"
        Call un.IntrayProfile
      ${endIf}
    ${endIf}
  !macroend

  ; Whether the text on the stack begins with our program, with or without quotes: leaves "yes" or "no".
  Function un.IntrayIsOurs
    Exch $0
    Push $1
    Push $2
    StrCpy $1 $0 1
    ${if} $1 == '"'
      StrCpy $0 $0 "" 1
    ${endIf}
    StrLen $1 "${INTRAY_PROGRAM}"
    StrCpy $2 $0 1 $1
    StrCpy $0 $0 $1
    ${if} $0 == "${INTRAY_PROGRAM}"
      ; The whole word has to match, not only its beginning.
      ${if} $2 == ""
      ${orIf} $2 == '"'
      ${orIf} $2 == " "
        StrCpy $0 "yes"
      ${endIf}
    ${endIf}
    ${if} $0 != "yes"
      StrCpy $0 "no"
    ${endIf}
    Pop $2
    Pop $1
    Exch $0
  FunctionEnd

  ; intray:// addresses and .intray files belong to the program that registered last, so a key is removed only if it points to us.
  Function un.IntrayProtocol
    ReadRegStr $R0 HKCU "${INTRAY_CLASSES}\intray\shell\open\command" ""
    Push $R0
    Call un.IntrayIsOurs
    Pop $R0
    ${if} $R0 == "yes"
      DeleteRegKey HKCU "${INTRAY_CLASSES}\intray"
    ${endIf}
    ReadRegStr $R0 HKCU "${INTRAY_CLASSES}\${INTRAY_FILE_CLASS}\shell\open\command" ""
    Push $R0
    Call un.IntrayIsOurs
    Pop $R0
    ${if} $R0 == "yes"
      DeleteRegKey HKCU "${INTRAY_CLASSES}\${INTRAY_FILE_CLASS}"
      ReadRegStr $R0 HKCU "${INTRAY_CLASSES}\.intray" ""
      ${if} $R0 == "${INTRAY_FILE_CLASS}"
        DeleteRegKey HKCU "${INTRAY_CLASSES}\.intray"
      ${endIf}
    ${endIf}
  FunctionEnd

  ; Electron registers the program that Windows starts for a click on an old notification, under a generated id.
  Function un.IntrayNotifications
    StrCpy $R1 0
    ${do}
      EnumRegKey $R2 HKCU "${INTRAY_CLASSES}\CLSID" $R1
      ${if} $R2 == ""
        ${exitDo}
      ${endIf}
      ReadRegStr $R0 HKCU "${INTRAY_CLASSES}\CLSID\$R2\LocalServer32" ""
      Push $R0
      Call un.IntrayIsOurs
      Pop $R0
      ${if} $R0 == "yes"
        DeleteRegKey HKCU "${INTRAY_CLASSES}\CLSID\$R2"
      ${else}
        IntOp $R1 $R1 + 1
      ${endIf}
    ${loop}
  FunctionEnd

  ; Everything or nothing: nobody could use half a profile. Windows does not rename a folder with an open file in it, and a journal that is being
  ; written, for example by a host on the command line, cannot be opened for writing.
  Function un.IntrayProfile
    StrCpy $R0 "${INTRAY_DATA}"
    ${if} ${fileExists} "$R0\*.*"
      StrCpy $R1 ${INTRAY_RENAME_TRIES}
      ${do}
        ; Testing for errors clears the flag, so the answer is stored.
        StrCpy $R3 "free"
        ${if} ${fileExists} "$R0\profile\journal.sqlite"
          ClearErrors
          FileOpen $R2 "$R0\profile\journal.sqlite" a
          ${if} ${errors}
            StrCpy $R3 "taken"
          ${else}
            FileClose $R2
          ${endIf}
        ${endIf}
        ${if} $R3 == "free"
          RMDir /r "${INTRAY_LEAVING}"
          ClearErrors
          Rename "$R0" "${INTRAY_LEAVING}"
          ${ifNot} ${errors}
            ${exitDo}
          ${endIf}
        ${endIf}
        ; A virus scanner closes a file after a moment.
        Sleep ${INTRAY_LOOK_EVERY_MS}
        IntOp $R1 $R1 - 1
      ${loopUntil} $R1 = 0
      ${ifNot} ${fileExists} "$R0\*.*"
        StrCpy $R0 "${INTRAY_LEAVING}"
        Call un.IntrayKeys
        RMDir /r "$R0"
      ${endIf}
      ${if} ${fileExists} "$R0\*.*"
      ${andIf} $intrayAsks == "yes"
        MessageBox MB_OK|MB_ICONINFORMATION "$(intrayProfileKept)"
      ${endIf}
    ${endIf}
  FunctionEnd

  ; The vault's key is in Windows' credential store, under an id that the vault contains; a kept older vault has its id in its file name.
  Function un.IntrayKeys
    ClearErrors
    FileOpen $R1 "$R0\profile\vault.json" r
    ${ifNot} ${errors}
      ${do}
        FileRead $R1 $R2
        StrCpy $R3 $R2 11
        ${if} $R3 == '  "keyId": '
          StrCpy $R2 $R2 36 12
          Push $R2
          Call un.IntrayKey
        ${endIf}
      ${loopUntil} $R2 == ""
      FileClose $R1
    ${endIf}
    FindFirst $R1 $R2 "$R0\profile\vault-kept-*.json"
    ${while} $R2 != ""
      StrCpy $R2 $R2 36 11
      Push $R2
      Call un.IntrayKey
      FindNext $R1 $R2
    ${endWhile}
    FindClose $R1
  FunctionEnd

  Function un.IntrayKey
    Exch $0
    ; CRED_TYPE_GENERIC
    System::Call 'advapi32::CredDeleteW(w "Intray/vault-key-$0", i 1, i 0)'
    Pop $0
  FunctionEnd
!endif
