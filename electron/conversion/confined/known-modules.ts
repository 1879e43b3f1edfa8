/** The codecs that are compiled to WebAssembly. */
export const CODECS = ['heic', 'pdfium', 'qpdf', 'vips'] as const;
export type Codec = (typeof CODECS)[number];

/** The imports of one compiled module, by the name that it asks for: what its package calls the function. */
type Imports = Readonly<Record<string, string>>;

export type KnownModule = {
  /** Of the file that somebody has looked into: in another one, the same short name may stand for another function. */
  readonly sha256: string;
  /** A user may put another version with the same interface in its place, as its licence wants it. Its list is the same. */
  readonly isReplaceable?: true;
  /** Functions of ours: of the C library (confined-module.ts), and of Embind (embind.ts). */
  readonly own: Imports;
  /** Functions of the package's own script, which compute, or reach the file system that it keeps in memory. */
  readonly given: Imports;
  /** Not needed by what we call: they throw. */
  readonly refused: Imports;
  /** The import that is its memory, where it is the script that makes it, for several threads. */
  readonly memory?: string;
  /** Exports that our functions need. */
  readonly exports: Partial<
    Readonly<Record<'memory' | 'table' | 'start' | 'malloc' | 'free' | 'setThrew' | 'stackRestore' | 'stackSave', string>>
  >;
};

/**
 * What each module may ask of us: nothing else is handed over, whatever the package's script offers. A newer package needs its list to be gone
 * through again; test/unit/electron/conversion/confined/compiled-modules.test.ts compares them with the files that are installed.
 */
export const KNOWN: Readonly<Record<Codec, KnownModule>> = {
  // Its script has threads, and JavaScript's values in place of Embind's: confined-script.ts says which values it may touch.
  vips: {
    sha256: '22f22b41516f08077500b3472fc1c4ee55f9686cbb90cef361b71f0bee94a440',
    isReplaceable: true,
    own: imports(`
      c:__assert_fail ra:no_such_stream ua:no_such_file R:no_such_stream oa:no_such_stream ka:no_such_stream ja:no_such_file ha:nobody
      ya:no_such_stream la:no_such_file ma:no_such_file C:no_such_file cb:no_such_stream db:no_such_stream _a:no_such_file na:no_such_file
      _:no_such_file va:abort eb:no_such_stream fb:no_such_stream D:one_core za:environ_get Ba:environ_sizes_get E:exit u:fd_close
      ga:fd_close Q:fd_read da:fd_seek y:fd_write wa:exit ia:random_get
      Ua:nothing Va:nothing`),
    given: imports(`
      bb:__pthread_create_js Z:_emnapi_callback_into_module ta:_emnapi_ctx_decrease_waiting_request_counter
      Ea:_emnapi_ctx_increase_waiting_request_counter O:_emnapi_env_check_gc_access ib:_emnapi_get_last_error_info Qa:_emnapi_set_immediate
      Ra:_emnapi_worker_unref fa:_emscripten_init_main_thread_js Ya:_emscripten_notify_mailbox_postmessage
      ba:_emscripten_receive_on_main_thread_js ab:_emscripten_runtime_keepalive_clear $:_emscripten_thread_cleanup
      ea:_emscripten_thread_mailbox_await qa:_emscripten_thread_set_strongref gb:_gmtime_js ca:_localtime_js xa:_tzset_js sa:clock_time_get
      Ta:emnapi_is_node_binding_available aa:emscripten_check_blocking_allowed P:emscripten_date_now pa:emscripten_exit_with_live_runtime
      Za:emscripten_get_heap_max x:emscripten_get_now Xa:emscripten_resize_heap Aa:emscripten_runtime_keepalive_pop
      Ka:emscripten_runtime_keepalive_push S:ffi_call_js T:napi_add_finalizer L:napi_call_function B:napi_clear_last_error
      z:napi_close_escapable_handle_scope m:napi_close_handle_scope hb:napi_coerce_to_object Wa:napi_coerce_to_string U:napi_create_array
      F:napi_create_array_with_length V:napi_create_buffer_copy n:napi_create_double I:napi_create_error Fa:napi_create_external_buffer
      N:napi_create_function d:napi_create_object l:napi_create_reference Ja:napi_create_string_latin1 i:napi_create_string_utf8
      Na:napi_create_type_error La:napi_define_properties h:napi_delete_reference G:napi_escape_handle Oa:napi_get_and_clear_last_exception
      j:napi_get_array_length k:napi_get_boolean M:napi_get_cb_info o:napi_get_element e:napi_get_named_property v:napi_get_null
      Ga:napi_get_property Da:napi_get_property_names g:napi_get_reference_value W:napi_get_typedarray_info f:napi_get_undefined
      J:napi_get_value_bool Y:napi_get_value_double K:napi_get_value_int32 Pa:napi_get_value_int64 X:napi_get_value_string_utf8
      A:napi_get_value_uint32 s:napi_has_named_property Ca:napi_has_own_property Ha:napi_has_property r:napi_is_exception_pending
      H:napi_open_escapable_handle_scope p:napi_open_handle_scope w:napi_set_element q:napi_set_last_error b:napi_set_named_property
      Ia:napi_throw t:napi_typeof`),
    refused: imports('$a:__call_sighandler Sa:_emnapi_node_make_callback Ma:napi_fatal_error'),
    memory: 'a',
    exports: { malloc: 'lb' },
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
