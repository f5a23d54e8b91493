# Compiles translations: OUTPUT, a source file with the catalogues of the .po files in FOLDER, as
# client/console/catalogues.hpp declares them. MSGFMT is gettext's compiler.
cmake_minimum_required(VERSION 3.25)

file(GLOB translations ${FOLDER}/*.po)
set(cases "")
foreach(translation ${translations})
  cmake_path(GET translation STEM language)
  execute_process(COMMAND ${MSGFMT} --check-format --check-domain --output-file=${OUTPUT}.${language}.mo ${translation}
                  COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUTPUT}.${language}.mo bytes HEX)
  # Lines of 64 bytes; their literals are joined.
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" literal "${bytes}")
  string(REPEAT "\\\\x.." 64 line)
  string(REGEX REPLACE "(${line})" "\\1\"\n        \"" literal "${literal}")
  string(APPEND cases "    static constexpr char ${language}[] =\n        \"${literal}\";\n"
         "    if (code == \"${language}\")\n        return {${language}, sizeof ${language} - 1};\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"client/console/catalogues.hpp\"\n\n"
     "std::string_view jaipur::client::catalogue(std::string_view code) {\n${cases}    return {};\n}\n")
