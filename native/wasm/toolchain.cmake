# Compiles to WebAssembly with zig's clang, which the PyPI package ziglang contains:
#   cmake -S . -B build/wasm --toolchain native/wasm/toolchain.cmake
#     -DGEMGROVE_ZIG=.venv/bin/python-zig -DGEMGROVE_WASM=ON -DGEMGROVE_PYTHON=OFF
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GEMGROVE_ZIG)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER "${GEMGROVE_ZIG}" cc --target=wasm32-wasi)
set(CMAKE_CXX_COMPILER "${GEMGROVE_ZIG}" c++ --target=wasm32-wasi)

# CMake need not find out what is known: its trial programs would take zig a minute, since it builds
# the C and C++ libraries for each set of options.
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_WORKS ON)
  set(CMAKE_${language}_COMPILER_ID_RUN ON)
  set(CMAKE_${language}_COMPILER_ID Clang)
  set(CMAKE_${language}_COMPILER_FRONTEND_VARIANT GNU)
  set(CMAKE_${language}_COMPILER_VERSION 20.0)
endforeach()
set(CMAKE_C_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CXX_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
