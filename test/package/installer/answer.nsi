; Sits before the computer in place of a person: writes down what each window of a question says, and presses the button whose number is
; next. answer.exe LOG NUMBER [NUMBER …], by Windows' own numbers: 1 OK, 2 cancel, 6 yes, 7 no.
Unicode true
Name "answer"
OutFile "${OUT}"
SilentInstall silent
RequestExecutionLevel user
!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "WinMessages.nsh"
!include "WordFunc.nsh"

!define TRIES 600
!define TRY_MS 100
; Of the text in a window that only asks.
!define TEXT_ID 65535

Section
  ${GetParameters} $0
  ${WordFind} $0 " " "+1" $1
  FileOpen $2 $1 w
  FileWriteUTF16LE /BOM $2 ""
  StrCpy $3 2
  ${do}
    ClearErrors
    ${WordFind} $0 " " "E+$3" $4
    ${if} ${errors}
      ${exitDo}
    ${endIf}
    StrCpy $5 ${TRIES}
    ${do}
      FindWindow $6 "#32770" "" ""
      ${if} $6 <> 0
        GetDlgItem $7 $6 ${TEXT_ID}
        ${if} $7 <> 0
          ${exitDo}
        ${endIf}
      ${endIf}
      Sleep ${TRY_MS}
      IntOp $5 $5 - 1
    ${loopUntil} $5 = 0
    ${if} $5 = 0
      FileWriteUTF16LE $2 "nobody asked$\n"
      ${exitDo}
    ${endIf}
    System::Call 'user32::GetWindowTextW(p r6, w .r8, i ${NSIS_MAX_STRLEN})'
    System::Call 'user32::GetWindowTextW(p r7, w .r9, i ${NSIS_MAX_STRLEN})'
    ; The button that the return key presses is the one with the focus, which a window has a moment after its text.
    System::Call 'user32::GetWindowThreadProcessId(p r6, p 0) i .R3'
    StrCpy $5 ${TRIES}
    ${do}
      ; GUITHREADINFO, of 64 bits.
      System::Call '*(i 72, i 0, p 0, p 0, p 0, p 0, p 0, p 0, i 0, i 0, i 0, i 0) p .R2'
      System::Call 'user32::GetGUIThreadInfo(i R3, p R2)'
      System::Call '*$R2(i, i, p, p .R1)'
      System::Free $R2
      System::Call 'user32::GetDlgCtrlID(p R1) i .R0'
      ${if} $R0 <> 0
        ${exitDo}
      ${endIf}
      Sleep ${TRY_MS}
      IntOp $5 $5 - 1
    ${loopUntil} $5 = 0
    FileWriteUTF16LE $2 "$8 | $9 | default $R0 | pressed $4$\n"
    System::Call 'user32::PostMessageW(p r6, i ${WM_COMMAND}, p r4, p 0)'
    ${do}
      Sleep ${TRY_MS}
      System::Call 'user32::IsWindow(p r6) i .R0'
    ${loopUntil} $R0 = 0
    IntOp $3 $3 + 1
  ${loop}
  FileClose $2
SectionEnd
