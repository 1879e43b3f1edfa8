; What electron-builder's scripts ask of the plugin StdUtils, by standard commands: the plugin lies in electron-builder's own bundle.
!include "FileFunc.nsh"

!define StdUtils.TestParameter `!insertmacro IntrayTestParameter`
!macro IntrayTestParameter OUT NAME
  Push $R7
  Push $R8
  ${GetParameters} $R8
  ClearErrors
  ${GetOptions} $R8 "--${NAME}" $R7
  ; It stands in a condition of LogicLib already, which takes no other one in it.
  StrCpy $R8 "false"
  IfErrors +2
  StrCpy $R8 "true"
  ClearErrors
  Exch $R8
  Exch
  Pop $R7
  Pop ${OUT}
!macroend

!define StdUtils.GetAllParameters `!insertmacro IntrayGetAllParameters`
!macro IntrayGetAllParameters OUT TRUNCATE
  ${GetParameters} ${OUT}
!macroend

!define StdUtils.GetParentPath `!insertmacro IntrayGetParentPath`
!macro IntrayGetParentPath OUT PATH
  ${GetParent} `${PATH}` ${OUT}
!macroend

; Nobody is an administrator here, so it is the same person in any case.
!define StdUtils.ExecShellAsUser `!insertmacro IntrayExecShellAsUser`
!macro IntrayExecShellAsUser OUT FILE VERB PARAMETERS
  ExecShell `${VERB}` `${FILE}` `${PARAMETERS}`
  StrCpy ${OUT} "ok"
!macroend
