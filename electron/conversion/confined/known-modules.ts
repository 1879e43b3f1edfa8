import type { Codec } from '../picture.ts';

/** The imports of one compiled module, by the name that it asks for: what its package calls the function. */
type Imports = Readonly<Record<string, string>>;

export type KnownModule = {
  /** Of the file that somebody has looked into: in another one, the same short name may stand for another function. */
  readonly sha256: string;
  /** A person may put another version with the same interface in its place, as its licence wants it. Its list is the same. */
  readonly isReplaceable?: true;
  /** Functions of ours: of the C library (plain-imports.ts), and of Embind (embind.ts). */
  readonly own: Imports;
  /** Functions of the package's own script, which compute, or reach the file system that it keeps in memory. */
  readonly given: Imports;
  /** Not needed by what we call: they throw. */
  readonly refused: Imports;
  /** Exports that our functions need. */
  readonly exports: Partial<
    Readonly<Record<'memory' | 'table' | 'start' | 'malloc' | 'free' | 'setThrew' | 'stackRestore' | 'stackSave', string>>
  >;
};

/**
 * What each module may ask of us: nothing else is handed over, whatever the package's script offers. A newer package needs its list to be gone
 * through again; test/unit/electron/conversion/known-modules.test.ts compares them with the files that are installed.
 */
export const KNOWN: Readonly<Record<Codec, KnownModule>> = {
  jpeg: {
    sha256: '24d4177f1c4963e2058b107189249651c61fdef125570e79b1dfb63c8bb49326',
    own: imports(`
      a:_embind_register_memory_view b:_embind_register_value_object_field c:_embind_register_integer d:_embind_register_std_wstring
      e:_embind_register_function f:_embind_register_float g:_embind_register_std_string h:_embind_register_bool i:_embind_register_void
      k:_embind_finalize_value_object l:_embind_register_value_object n:_embind_register_bigint z:_embind_register_emval
      A:_emval_get_global x:_emval_get_method_caller y:_emval_call u:_emval_decref w:_emval_run_destructors
      j:__cxa_throw o:abort B:exit p:emscripten_resize_heap s:_emscripten_memcpy_js q:environ_get r:environ_sizes_get
      t:fd_close m:fd_seek v:fd_write`),
    given: {},
    refused: {},
    exports: { memory: 'C', table: 'H', start: 'D', malloc: 'F', free: 'G' },
  },
  webp: {
    sha256: '985b61c011d005ecc96355ecf9c489095c4aa9476eef6c3d1313f9e912cc0b85',
    own: imports(`
      a:_embind_register_memory_view b:_embind_register_integer d:_embind_register_std_wstring f:_embind_register_std_string
      j:_embind_register_function k:_embind_register_float l:_embind_register_bool m:_embind_register_void o:_embind_register_bigint
      v:_embind_register_emval e:_emval_get_global h:_emval_get_method_caller i:_emval_call c:_emval_decref n:_emval_incref
      g:_emval_run_destructors u:abort p:exit s:emscripten_resize_heap t:_emscripten_memcpy_js`),
    given: {},
    refused: imports('q:_emscripten_runtime_keepalive_clear r:_setitimer_js'),
    exports: { memory: 'w', table: 'z', start: 'x', malloc: 'A', free: 'B' },
  },
  avif: {
    sha256: '3c2f7bd5e0643525cf8e266f60b0c37c3e69d38801ac79627021d1e1c98f6f50',
    own: imports(`
      c:_embind_register_memory_view e:_embind_register_integer h:_embind_register_std_wstring q:_embind_register_std_string
      m:_embind_register_function p:_embind_register_float r:_embind_register_bool s:_embind_register_void v:_embind_register_bigint
      K:_embind_register_emval i:_emval_get_global k:_emval_get_method_caller l:_emval_call g:_emval_decref t:_emval_incref
      f:_emval_new_cstring j:_emval_run_destructors a:__assert_fail E:abort w:exit A:emscripten_resize_heap B:_emscripten_memcpy_js
      z:_emscripten_throw_longjmp C:fd_close u:fd_seek D:fd_write n:invoke d:invoke F:invoke I:invoke o:invoke H:invoke b:invoke
      G:invoke J:invoke`),
    given: {},
    refused: imports('x:_emscripten_runtime_keepalive_clear y:_setitimer_js'),
    exports: { memory: 'L', table: 'O', start: 'M', malloc: 'P', free: 'Q', setThrew: 'S', stackRestore: 'T', stackSave: 'U' },
  },
  // Its functions are called directly, so that nothing is registered for its other interface, which is made by Embind.
  heic: {
    sha256: 'e4aa8333fbe55ec7c6c776f735236f40bed9103188498f8131d4e52b73cdfee8',
    isReplaceable: true,
    own: imports(`
      z:nothing K:nothing o:nothing J:nothing j:nothing a:nothing v:nothing d:nothing i:nothing f:nothing u:nothing q:nothing x:nothing
      n:nothing w:nothing L:nothing b:__assert_fail k:__cxa_throw C:abort I:_emscripten_memcpy_js G:environ_get
      H:environ_sizes_get F:no_such_file E:no_such_file r:no_such_stream B:no_such_stream s:fd_close t:fd_read y:fd_seek p:fd_write`),
    // Its script keeps views of the memory, and makes new ones only where it grows the memory itself.
    given: imports('D:emscripten_resize_heap'),
    refused: imports(`
      N:_emval_call_method c:_emval_decref O:_emval_get_method_caller P:_emval_incref m:_emval_new_array h:_emval_new_cstring
      l:_emval_new_object M:_emval_run_destructors g:_emval_set_property e:_emval_take_value A:strftime_l`),
    exports: { memory: 'Q' },
  },
  pdfium: {
    sha256: '71aec412a303a0405baee21c3d6d3f30ad2033dc02444130fe476be3976e2d09',
    own: imports(`
      environ_get:environ_get environ_sizes_get:environ_sizes_get __syscall_openat:no_such_file __syscall_stat64:no_such_file
      __syscall_lstat64:no_such_file __syscall_newfstatat:no_such_file __syscall_unlinkat:no_such_file __syscall_rmdir:no_such_file
      __syscall_fcntl64:no_such_stream __syscall_ioctl:no_such_stream __syscall_fstat64:no_such_stream __syscall_ftruncate64:no_such_stream
      __syscall_getdents64:no_such_stream fd_close:fd_close fd_read:fd_read fd_seek:fd_seek fd_sync:fd_close`),
    // Its script tells of a full memory by what it prints.
    given: imports(`
      invoke_viii:invoke_viii invoke_ii:invoke_ii invoke_iii:invoke_iii invoke_iiii:invoke_iiii invoke_iiiii:invoke_iiiii
      _tzset_js:_tzset_js _localtime_js:_localtime_js _gmtime_js:_gmtime_js emscripten_date_now:emscripten_date_now _abort_js:_abort_js
      emscripten_resize_heap:emscripten_resize_heap _emscripten_throw_longjmp:_emscripten_throw_longjmp fd_write:fd_write`),
    refused: {},
    exports: { memory: 'memory' },
  },
  // The files are those in its script's memory: where it sees no Node, it has no other file system.
  qpdf: {
    sha256: 'abd933f4ccace4f732999381b21aec8b7e3726f18a5b167fafd57f88dd440876',
    own: imports('Y:environ_get Z:environ_sizes_get'),
    given: imports(`
      o:__assert_fail n:__cxa_begin_catch q:__cxa_end_catch d:__cxa_find_matching_catch_2 j:__cxa_find_matching_catch_3
      K:__cxa_find_matching_catch_4 B:__cxa_rethrow a:__cxa_throw R:__cxa_uncaught_exceptions g:__resumeException A:llvm_eh_typeid_for
      w:__syscall_fcntl64 D:__syscall_ioctl E:__syscall_openat V:__syscall_renameat U:__syscall_stat64 T:__syscall_unlinkat
      C:fd_close $:fd_read X:fd_seek _:fd_write Q:_abort_js t:exit N:proc_exit O:_emscripten_runtime_keepalive_clear
      M:_emscripten_throw_longjmp W:_localtime_js H:_tzset_js F:emscripten_date_now S:emscripten_resize_heap
      G:invoke b:invoke c:invoke h:invoke m:invoke J:invoke z:invoke p:invoke x:invoke v:invoke y:invoke I:invoke i:invoke e:invoke
      f:invoke k:invoke l:invoke L:invoke r:invoke s:invoke u:invoke`),
    refused: imports('P:_setitimer_js'),
    exports: { memory: 'aa' },
  },
};

/** Written as `short:name`, with white space between. */
function imports(text: string): Imports {
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((one) => one.split(':') as [string, string]),
  );
}
