#include <libxml/xmlversion.h>
// With it the headers bring ICU's, of which Foundation has another version. Nothing that is used here depends on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/xmlerror.h>
