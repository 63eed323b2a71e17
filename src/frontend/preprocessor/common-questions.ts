// What headers often ask compilers for with `__has_…`: the answers come with the first run of a compiler.
// Used by compiler-facts.ts. What is not here is asked when it comes up, at the price of a process.

const ATTRIBUTES = [
  ...[
    '__access__',
    '__alloc_align__',
    '__alloc_size__',
    '__always_inline__',
    '__artificial__',
    '__cold__',
    '__const__',
  ],
  ...['__copy__', '__error__', '__format_arg__', '__gnu_inline__', '__malloc__', '__may_alias__', '__noinline__'],
  ...['__nonnull__', '__nonstring__', '__noreturn__', '__nothrow__', '__pure__', '__returns_nonnull__', '__unused__'],
  ...['__used__', '__visibility__', '__warn_unused_result__', '__warning__', '__weak__', '__deprecated__'],
  ...['__fallthrough__', '__leaf__', '__symver__', '__diagnose_if__', '__no_sanitize__', '__cleanup__', '__format__'],
  ...['fallthrough', 'unused', 'noreturn', 'always_inline', 'noinline', 'malloc', 'nonnull', 'warn_unused_result'],
  ...['deprecated', 'pure', 'const', 'cold', 'hot', 'alloc_size', 'returns_nonnull', 'format', 'nonstring', 'packed'],
  ...['visibility', 'weak', 'aligned', 'constructor', 'destructor', 'no_sanitize', 'nothrow', 'cleanup', 'counted_by'],
  ...['no_sanitize_address', 'no_sanitize_undefined', 'externally_visible', 'enum_extensibility', 'access', 'target'],
];

const STANDARD_ATTRIBUTES = ['maybe_unused', 'nodiscard', 'deprecated', 'fallthrough', 'noreturn', 'reproducible'];

const BUILTINS = [
  ...['__builtin_expect', '__builtin_unreachable', '__builtin_add_overflow', '__builtin_mul_overflow'],
  ...['__builtin_sub_overflow', '__builtin_bswap16', '__builtin_bswap32', '__builtin_bswap64', '__builtin_clz'],
  ...['__builtin_ctz', '__builtin_popcount', '__builtin_assume', '__builtin_object_size', '__builtin_trap'],
  ...['__builtin_dynamic_object_size', '__builtin_types_compatible_p', '__builtin_frame_address', '__builtin_prefetch'],
];

const FEATURES = [
  ...['address_sanitizer', 'memory_sanitizer', 'thread_sanitizer', 'undefined_behavior_sanitizer', 'modules', 'blocks'],
  ...['c_static_assert', 'c_generic_selections', 'c_atomic', 'c_alignas', 'c_alignof', 'c_thread_local', 'nullability'],
  ...['cxx_exceptions', 'attribute_unavailable_with_message', 'attribute_deprecated_with_message', 'c_fixed_enum'],
  ...['attribute_overloadable', 'objc_arc', 'pragma_stdc_fenv_access', 'dataflow_sanitizer', 'safe_stack'],
];

export const COMMON_QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  __has_attribute: ATTRIBUTES,
  __has_c_attribute: STANDARD_ATTRIBUTES,
  __has_builtin: BUILTINS,
  __has_feature: FEATURES,
  __has_extension: FEATURES,
};
